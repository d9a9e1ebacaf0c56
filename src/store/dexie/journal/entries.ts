import type { Change } from './changes.ts';
import type { JournalFile } from './files.ts';
import { RecordReader, framed } from './record.ts';

/**
 * The content of a record. A file begins with a header: its `generation`, which is higher in each new file. The changes
 * after the header, replayed in order into an empty database, restore the content of the database. A file without
 * `snapshot: 'whole'` was never finished and restores only a part.
 */
export type Entry = { generation: number } | { changes: Change[] } | { snapshot: 'whole' };

export const entryBytes = (entry: Entry): Uint8Array => framed(JSON.stringify(entry));

/** The record of changes that are JSON already. */
export const changesBytes = (changes: string[]): Uint8Array => framed(`{"changes":[${changes.join(',')}]}`);

/** The entries of a file from an offset on, each with its end, up to the first incomplete one. */
export function* entriesOf(file: JournalFile, from = 0): Generator<{ entry: Entry; end: number }> {
  const reader = new RecordReader(file);
  for (let found = reader.at(from); found !== undefined; found = reader.at(found.end)) {
    yield { entry: JSON.parse(found.json) as Entry, end: found.end };
  }
}

/** The generation of a file; undefined if it has no header. */
export function generationOf(file: JournalFile): number | undefined {
  const header = new RecordReader(file).at(0);
  const entry = header && (JSON.parse(header.json) as Entry);
  return entry && 'generation' in entry ? entry.generation : undefined;
}

export interface WholeFile {
  generation: number;
  /** Length of its snapshot in bytes. */
  snapshot: number;
  /** End of its last complete record, in bytes. */
  end: number;
  /**
   * Whether the file is damaged. A single incomplete record after `end`, cut off when the process was killed, isn't
   * damage.
   */
  damaged: boolean;
}

/** Reads a whole file; undefined if it has no finished snapshot. */
export function wholeFileOf(file: JournalFile): WholeFile | undefined {
  const generation = generationOf(file);
  let snapshot: number | undefined;
  let last = 0;
  for (const { entry, end } of entriesOf(file)) {
    if ('snapshot' in entry) snapshot = end;
    last = end;
  }
  if (generation === undefined || snapshot === undefined) return undefined;
  return { generation, snapshot, end: last, damaged: new RecordReader(file).isDamagedAt(last) };
}

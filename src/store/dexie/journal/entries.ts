import type { Change } from './changes.ts';
import type { JournalFile } from './files.ts';
import { RecordReader, framed } from './record.ts';

/**
 * What a record of the journal says. A file begins with a header; the changes that follow, done one after the other in an empty
 * database, make what was there. A file that has no `snapshot: 'whole'` was never finished and makes a part of it only.
 */
export type Entry = { generation: number } | { changes: Change[] } | { snapshot: 'whole' };

export const entryBytes = (entry: Entry): Uint8Array => framed(JSON.stringify(entry));

/** The entry of changes that are JSON already. */
export const changesBytes = (changes: string[]): Uint8Array => framed(`{"changes":[${changes.join(',')}]}`);

/** The entries of a file from a place on, each with where it ends, up to the first that is not whole. */
export function* entriesOf(file: JournalFile, from = 0): Generator<{ entry: Entry; end: number }> {
  const reader = new RecordReader(file);
  for (let found = reader.at(from); found !== undefined; found = reader.at(found.end)) {
    yield { entry: JSON.parse(found.json) as Entry, end: found.end };
  }
}

/** The generation of a file; undefined where it has no header. */
export function generationOf(file: JournalFile): number | undefined {
  const header = new RecordReader(file).at(0);
  const entry = header && (JSON.parse(header.json) as Entry);
  return entry && 'generation' in entry ? entry.generation : undefined;
}

export interface WholeFile {
  generation: number;
  /** Bytes of its snapshot. */
  snapshot: number;
  /** Where its last whole record ends. */
  end: number;
  /** Whether there is more behind that than the record that was being written when all ended. */
  damaged: boolean;
}

/** Reads a file through; undefined where it does not hold a finished snapshot. */
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

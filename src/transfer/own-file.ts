import { printable } from '../lib/printable.ts';
import { exportHeader } from '../v1/export-header.ts';
import { exportedFields, exportLine, type ExportCounts, type ExportLine } from '../v1/schemas/export-line.ts';
import type { Memory } from '../v1/schemas/memory.ts';
import { chunksOf } from './chunks.ts';
import type { Item, SourceFile } from './item.ts';
import { linesIn } from './lines.ts';
import { UnreadableFile } from './unreadable.ts';

/** Whether a line is one that `npm run` without `--silent` writes before the output. */
const isFromNpm = (line: string): boolean => line.trim() === '' || line.startsWith('> ');

/** The text of a line, with its line break. */
export const lineText = (value: ExportLine): string => `${printable(JSON.stringify(value))}\n`;

/** A memory with only the fields that a line may have, without others such as the match of a search result. */
export const withExportedFields = (memory: Memory): Memory =>
  Object.fromEntries(Object.entries(memory).filter(([name]) => exportedFields.has(name))) as Memory;

/** @throws UnreadableFile if the line is invalid (the message gives its number), or the file is from a newer version */
export function readLine(text: string, number: number): ExportLine {
  const result = exportLine.safeParse(parsed(text));
  if (!result.success) throw new UnreadableFile(`Line ${number} of the file isn’t part of a Commonplace export.`);
  if ('version' in result.data && result.data.version > exportHeader.version)
    throw new UnreadableFile('This file was written by a newer version of Commonplace. Import it with that version.');
  return result.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line between the first and the last. */
export type ContentLine = Exclude<ExportLine, { commonplace: unknown } | { end: unknown }>;

/**
 * Yields the content of an export and checks its order.
 * @throws UnreadableFile if the file is not a complete export. By then, everything before the error has been yielded.
 */
export async function* readExport(lines: AsyncIterable<string>): AsyncGenerator<ContentLine> {
  const seen: ExportCounts = { users: 0, collections: 0, memories: 0 };
  let end: ExportCounts | undefined;
  let number = 0;
  let isBegun = false;
  for await (const text of lines) {
    number++;
    if (!isBegun && isFromNpm(text)) continue;
    const line = readLine(text, number);
    const isHeader = 'commonplace' in line;
    if (isHeader === isBegun || end !== undefined)
      throw new UnreadableFile(
        isBegun ? `Line ${number} of the file is out of place.` : 'The file isn’t a Commonplace export.',
      );
    isBegun = true;
    if ('end' in line) end = line.end;
    if ('commonplace' in line || 'end' in line) continue;
    if (!('user' in line) && seen.users === 0)
      throw new UnreadableFile(`Line ${number} of the file belongs to no user.`);
    seen['user' in line ? 'users' : 'memory' in line ? 'memories' : 'collections']++;
    yield line;
  }
  if (JSON.stringify(end) !== JSON.stringify(seen)) throw new IncompleteFile(number);
}

export class IncompleteFile extends UnreadableFile {
  constructor(lines: number) {
    super(`The file is incomplete: it ends after line ${lines}.`);
  }
}

/** The items of an export that has one user's memories. */
export async function* readOwnFile(file: SourceFile): AsyncGenerator<Item> {
  let users = 0;
  for await (const line of readExport(linesIn(chunksOf(file.stream())))) {
    if ('user' in line) {
      if (++users > 1) throw new UnreadableFile('The file has the memories of several users. Import it on a server.');
    } else if ('collection' in line) yield { collection: line.collection };
    else yield { memory: { ...line.memory, ...(line.later && { later: true }) }, where: line.memory.id };
  }
}

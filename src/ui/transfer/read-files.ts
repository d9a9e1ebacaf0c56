import { canonicalJson } from '../../lib/json.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import type { CsvMapping } from '../../transfer/csv.ts';
import { unknownTime, type Item, type Problem } from '../../transfer/item.ts';
import type { Format } from '../../transfer/losses.ts';
import type { ReadPdf } from '../../transfer/pdf-items.ts';
import type { ImportedCollection, ImportedMemory } from '../../v1/schemas/transfer.ts';

export interface FoundMemory {
  memory: ImportedMemory;
  /** The name of the memory's collection in the file. */
  collectionName?: string | undefined;
  /** How messages name the memory, such as by its row, path or id in the file. */
  where: string;
  /** Whether the file doesn't say when the memory was created. */
  isUndated?: true;
  /** Whether the memory gets the current time, because the file has no known time for it. */
  isDatedNow?: true;
}

/** What was found in the chosen files. */
export interface Found {
  memories: FoundMemory[];
  collections: ImportedCollection[];
  problems: Problem[];
}

/** The kinds of chosen files: one file in an export format, Markdown or text files (`folder`), or PDF files. */
export type FileKind = Format | 'folder' | 'pdf';

/** The kind of the chosen files, judged by their names; undefined if no kind fits. */
export function fileKindOf(files: readonly File[]): FileKind | undefined {
  if (files.length > 0 && files.every(({ name }) => /\.pdf$/i.test(name))) return 'pdf';
  if (files.length !== 1) return files.some(({ name }) => /\.(md|markdown|txt)$/i.test(name)) ? 'folder' : undefined;
  const { name } = files[0]!;
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return 'own';
  if (/\.html?$/i.test(name)) return 'bookmarks';
  if (/\.(csv|tsv)$/i.test(name)) return 'csv';
  if (/\.zip$/i.test(name)) return 'markdown';
  return /\.(md|markdown|txt)$/i.test(name) ? 'folder' : undefined;
}

/** How long reading goes on before a pause, in milliseconds. */
const sliceMs = 12;

/**
 * Reads the chosen files in slices, to keep the page responsive. A PDF, Markdown or text file that can't be read
 * becomes a problem in the result.
 * @throws UnreadableFile if any other file can't be read; the signal's reason after an abort
 */
export async function readFiles(
  files: readonly File[],
  format: FileKind,
  mapping: CsvMapping | undefined,
  {
    onProgress,
    signal,
    readPdf,
  }: { onProgress: (count: number) => void; signal: AbortSignal; readPdf?: ReadPdf | undefined },
): Promise<Found> {
  const found: Found = { memories: [], collections: [], problems: [] };
  const now = new Date().toISOString();
  let count = 0;
  let began = performance.now();
  for await (const item of await itemsOf(files, format, mapping, readPdf)) {
    if ('problem' in item) found.problems.push(item.problem);
    else if ('collection' in item) found.collections.push(item.collection);
    else found.memories.push(item.isUndated ? dated(item, now) : item);
    count++;
    if (performance.now() - began < sliceMs) continue;
    onProgress(count);
    await nextTurn();
    signal.throwIfAborted();
    began = performance.now();
  }
  return { ...found, memories: withoutRepetitions(withoutEarlier(found.memories)) };
}

/** Keeps only the latest state of a memory that changed during the export and is in the file more than once. */
function withoutEarlier(memories: FoundMemory[]): FoundMemory[] {
  const latest = new Map<string, ImportedMemory>();
  const wins = (one: ImportedMemory, other: ImportedMemory) =>
    one !== other &&
    ((one.version ?? 1) > (other.version ?? 1) || (one.version === other.version && one.later === true));
  for (const { memory } of memories) {
    const other = latest.get(memory.id);
    if (other === undefined || wins(memory, other)) latest.set(memory.id, memory);
  }
  return memories.filter(({ memory }) => !wins(latest.get(memory.id)!, memory));
}

/** Leaves out exact duplicates. A dry run would count a duplicate in another request as a further memory. */
function withoutRepetitions(memories: FoundMemory[]): FoundMemory[] {
  const ofId = Map.groupBy(memories, ({ memory }) => memory.id);
  const seen = new Set<string>();
  return memories.filter(({ memory, collectionName }) => {
    if (ofId.get(memory.id)!.length === 1) return true;
    const content = canonicalJson([memory, collectionName ?? null]);
    const isFirst = !seen.has(content);
    seen.add(content);
    return isFirst;
  });
}

/** Dates a memory without a creation time: at its last change, else now. */
function dated(found: FoundMemory, now: string): FoundMemory {
  const { updatedAt } = found.memory;
  if (updatedAt == null || updatedAt === unknownTime)
    return { ...found, memory: { ...found.memory, createdAt: now, updatedAt: now }, isDatedNow: true };
  return { ...found, memory: { ...found.memory, createdAt: updatedAt } };
}

async function itemsOf(
  files: readonly File[],
  format: FileKind,
  mapping: CsvMapping | undefined,
  readPdf: ReadPdf | undefined,
): Promise<AsyncIterable<Item>> {
  const file = files[0]!;
  switch (format) {
    case 'own':
      return (await import('../../transfer/own-file.ts')).readOwnFile(file);
    case 'bookmarks':
      return (await import('../../transfer/bookmarks.ts')).readBookmarks(file);
    case 'csv':
      return (await import('../../transfer/csv.ts')).readCsv(file, mapping);
    case 'markdown':
      return (await import('../../transfer/zip.ts')).readMarkdownZip(file);
    case 'pdf':
      return (await import('../../transfer/pdf-items.ts')).readPdfFiles(files, readPdf!);
    case 'folder':
      return (await import('../../transfer/zip.ts')).readMarkdownFolder(files.map(withPath));
  }
}

/** Adds the file's path in the chosen folder, without the folder's own name. */
const withPath = (file: File) => ({
  name: file.name,
  size: file.size,
  stream: () => file.stream(),
  path: file.webkitRelativePath.split('/').slice(1).join('/') || file.name,
  modifiedAt: new Date(file.lastModified).toISOString(),
});

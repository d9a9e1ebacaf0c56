import type { Memory } from '../../../src/v1/schemas/memory.ts';
import { bookmarksOf, readBookmarks } from '../../../src/transfer/bookmarks.ts';
import { csvHeader, csvRow, readCsv } from '../../../src/transfer/csv.ts';
import type { Item } from '../../../src/transfer/item.ts';
import type { Format } from '../../../src/transfer/losses.ts';
import { markdownOf, markdownPath } from '../../../src/transfer/markdown.ts';
import { readOwnFile, lineText } from '../../../src/transfer/own-file.ts';
import { readMarkdownZip, zipWriter } from '../../../src/transfer/zip.ts';
import { exportHeader } from '../../../src/v1/export-header.ts';

export const fileOf = (content: string | Uint8Array, name = 'file'): File => new File([content as BlobPart], name);

export const memoryOf = (fields: Partial<Memory> = {}): Memory => ({
  id: 'mem_01m7zh57bfnc9q4nw2t5483yhz',
  content: 'Lisbon: room twelve',
  source: 'context-menu',
  tags: [],
  collection: null,
  url: null,
  title: null,
  capture: null,
  version: 1,
  createdAt: '2026-11-21T17:06:12.463Z',
  updatedAt: '2026-11-21T17:06:12.463Z',
  ...fields,
});

export const collection = {
  id: 'col_01m7zhqevv9ccsyskdyx2d809x',
  name: 'Travel',
  createdAt: '2026-11-21T17:06:12.463Z',
  updatedAt: '2026-11-21T17:06:12.463Z',
};

const nameOf = (id: string | null) => (id === null ? undefined : collection.name);

export function zipOf(entries: readonly (readonly [path: string, text: string])[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const zip = zipWriter((bytes) => parts.push(bytes));
  for (const [path, text] of entries) zip.add(path, text);
  zip.end();
  return new Uint8Array(Buffer.concat(parts));
}

export const codecs: Record<
  Format,
  { write(memories: Memory[]): string | Uint8Array; read(file: File): AsyncIterable<Item> }
> = {
  own: {
    write: (memories) =>
      [
        exportHeader,
        { user: { name: 'me', plan: 'unlimited' as const } },
        { collection },
        ...memories.map((memory) => ({ memory })),
        { end: { users: 1, collections: 1, memories: memories.length } },
      ]
        .map((line) => lineText(line as never))
        .join(''),
    read: readOwnFile,
  },
  markdown: {
    write: (memories) =>
      zipOf(
        memories.map((memory) => [
          markdownPath(memory, nameOf(memory.collection)),
          markdownOf(memory, nameOf(memory.collection)),
        ]),
      ),
    read: readMarkdownZip,
  },
  csv: {
    write: (memories) => csvHeader + memories.map((memory) => csvRow(memory, nameOf(memory.collection))).join(''),
    read: (file) => readCsv(file),
  },
  bookmarks: { write: (memories) => [...bookmarksOf(memories, nameOf)].join(''), read: readBookmarks },
};

export const itemsOf = (items: AsyncIterable<Item>): Promise<Item[]> => Array.fromAsync(items);

/** The memories of a file as an import would store them, with collection names. Throws if the file has problems. */
export async function readBack(format: Format, written: string | Uint8Array) {
  const items = await itemsOf(codecs[format].read(fileOf(written)));
  const problems = items.flatMap((item) => ('problem' in item ? [item.problem] : []));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return items.flatMap((item) =>
    'memory' in item
      ? [{ ...item.memory, collectionName: item.collectionName ?? nameOf(item.memory.collection ?? null) }]
      : [],
  );
}

import type { Client } from '../../client/index.ts';
import type { Format } from '../../transfer/losses.ts';
import { exportHeader } from '../../v1/export-header.ts';
import { limits } from '../../v1/limits.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import type { ExportLine } from '../../v1/schemas/export-line.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';

export interface Exported {
  name: string;
  blob: Blob;
  /** How many memories the file has. */
  memories: number;
  /** How many memories it lacks because they have no address. */
  withoutAddress: number;
}

interface ExportOptions {
  /** Exports only these memories and their collections. */
  only?: readonly Memory[];
  /** Called after each page with the number of memories so far. */
  onProgress?: (memories: number) => void;
  signal?: AbortSignal;
}

const fileTypes: Record<Format, { extension: string; type: string }> = {
  own: { extension: 'jsonl', type: 'application/jsonl' },
  markdown: { extension: 'zip', type: 'application/zip' },
  csv: { extension: 'csv', type: 'text/csv' },
  bookmarks: { extension: 'html', type: 'text/html' },
};

type Part = string | Uint8Array<ArrayBuffer>;

/** Says how many memories a file has and lacks. */
export function exportedSentence(t: Translate, { memories, withoutAddress }: Exported): string {
  const done = t('export.done', { count: memories });
  return withoutAddress === 0 ? done : `${done}. ${t('export.withoutAddress', { count: withoutAddress })}`;
}

/**
 * Exports all collections and memories, including the trash, or only the memories in `only`. Bookmarks leave out the
 * trash. Loads a format's libraries on first use.
 */
export async function exportAll(client: Client, format: Format, options: ExportOptions = {}): Promise<Exported> {
  const { only, onProgress, signal } = options;
  const usedCollections = only && new Set(only.map(({ collection }) => collection));
  const collections = (await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize }))).filter(
    ({ id }) => usedCollections?.has(id) ?? true,
  );
  const names = new Map(collections.map(({ id, name }) => [id, name]));
  const file = new BlobFile();
  let count = 0;
  let withoutAddress = 0;
  async function* memories(): AsyncGenerator<Memory> {
    if (only !== undefined) yield* counted(only);
    // The trash comes last: a memory that is deleted meanwhile is written twice, and its later line wins.
    const lists = format === 'bookmarks' ? [false] : [false, true];
    for (const deleted of only === undefined ? lists : [])
      yield* counted(client.memories.list({ limit: limits.maxPageSize, deleted }));
  }
  async function* counted(some: AsyncIterable<Memory> | Iterable<Memory>): AsyncGenerator<Memory> {
    for await (const memory of some) {
      signal?.throwIfAborted();
      if (format === 'bookmarks' && memory.url === null) {
        withoutAddress++;
        continue;
      }
      if (++count % limits.maxPageSize === 0) onProgress?.(count);
      yield memory;
    }
  }
  await writers[format](file, memories(), {
    client,
    collections,
    nameOf: (id) => (id === null ? undefined : names.get(id)),
  });
  const { extension, type } = fileTypes[format];
  const date = new Date().toISOString().slice(0, 10);
  return { name: `commonplace-${date}.${extension}`, blob: file.blob(type), memories: count, withoutAddress };
}

interface Context {
  client: Client;
  collections: Collection[];
  nameOf: (collection: string | null) => string | undefined;
}

const writers: Record<Format, (file: BlobFile, memories: AsyncIterable<Memory>, context: Context) => Promise<void>> = {
  async own(file, memories, { client, collections }) {
    const { lineText, withExportedFields } = await import('../../transfer/own-file.ts');
    const write = (line: ExportLine) => file.write(lineText(line));
    const { plan } = await client.usage.read();
    write(exportHeader);
    write({ user: { name: 'me', plan } });
    for (const { id, name, createdAt, updatedAt } of collections)
      write({ collection: { id, name, createdAt, updatedAt } });
    let count = 0;
    for await (const memory of memories) {
      write({ memory: withExportedFields(memory) });
      count++;
    }
    write({ end: { users: 1, collections: collections.length, memories: count } });
  },
  async markdown(file, memories, { nameOf }) {
    const [{ markdownOf, markdownPath }, { zipWriter }] = await Promise.all([
      import('../../transfer/markdown.ts'),
      import('../../transfer/zip.ts'),
    ]);
    const zip = zipWriter((bytes) => file.write(bytes as Uint8Array<ArrayBuffer>));
    for await (const memory of memories) {
      const name = nameOf(memory.collection);
      zip.add(markdownPath(memory, name), markdownOf(memory, name));
    }
    zip.end();
  },
  async csv(file, memories, { nameOf }) {
    const { csvHeader, csvRow } = await import('../../transfer/csv.ts');
    file.write(csvHeader);
    for await (const memory of memories) file.write(csvRow(memory, nameOf(memory.collection)));
  },
  async bookmarks(file, memories, { nameOf }) {
    const { bookmarksOf } = await import('../../transfer/bookmarks.ts');
    for (const part of bookmarksOf(await Array.fromAsync(memories), nameOf)) file.write(part);
  },
};

const flushBytes = 1_000_000;

/** Collects parts into blobs, which browsers may keep on disk. */
class BlobFile {
  readonly #blobs: Blob[] = [];
  #parts: Part[] = [];
  #size = 0;

  write(part: Part): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size >= flushBytes) this.#flush();
  }

  blob(type: string): Blob {
    this.#flush();
    return new Blob(this.#blobs, { type });
  }

  #flush(): void {
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
    this.#size = 0;
  }
}

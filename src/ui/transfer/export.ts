import type { Client } from '../../client/index.ts';
import type { Format } from '../../transfer/losses.ts';
import { exportHeader } from '../../v1/export-header.ts';
import { limits, type PlanName } from '../../v1/limits.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import type { ExportLine } from '../../v1/schemas/export-line.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';

export interface Exported {
  name: string;
  blob: Blob;
  memories: number;
  /** How many memories the file leaves out because they have no address. */
  withoutAddress: number;
}

interface ExportOptions {
  /** Called after every `limits.maxPageSize` memories, with the number of memories so far. */
  onProgress?: (memories: number) => void;
  signal?: AbortSignal;
}

/** A file that is being written. */
export interface ExportFile {
  add(memory: Memory): void;
  end(): Exported;
}

interface ExportSource {
  collections(): Promise<Collection[]>;
  plan(): Promise<PlanName>;
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

/** Reads from a client. Keeps the results, so that an export that continues after a rate limit repeats no request. */
export function exportSource(client: Client): ExportSource {
  let collections: Collection[] | undefined;
  let plan: PlanName | undefined;
  return {
    collections: async () =>
      (collections ??= await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize }))),
    plan: async () => (plan ??= (await client.usage.read()).plan),
  };
}

/** Exports all collections and memories. Bookmarks leave out the trash. The other formats include it. */
export async function exportAll(client: Client, format: Format, options: ExportOptions = {}): Promise<Exported> {
  const { onProgress, signal } = options;
  const file = await openExport(format, exportSource(client));
  let count = 0;
  // The trash comes last, so that a memory that is deleted during the export isn't missed. Such a memory may be written
  // twice. An import then uses its later state.
  for (const deleted of format === 'bookmarks' ? [false] : [false, true])
    for await (const memory of client.memories.list({ limit: limits.maxPageSize, deleted })) {
      signal?.throwIfAborted();
      file.add(memory);
      if (++count % limits.maxPageSize === 0) onProgress?.(count);
    }
  return file.end();
}

/** Begins a file. Includes only the collections for which `isUsed` returns true. */
export async function openExport(
  format: Format,
  source: ExportSource,
  isUsed: (collection: Collection) => boolean = () => true,
): Promise<ExportFile> {
  const file = new BlobFile();
  const writer = await writers[format](file, source, (await source.collections()).filter(isUsed));
  let count = 0;
  let withoutAddress = 0;
  return {
    add(memory) {
      if (format === 'bookmarks' && memory.url === null) {
        withoutAddress++;
        return;
      }
      count++;
      writer.add(memory);
    },
    end() {
      writer.end?.();
      const { extension, type } = fileTypes[format];
      const date = new Date().toISOString().slice(0, 10);
      return { name: `commonplace-${date}.${extension}`, blob: file.blob(type), memories: count, withoutAddress };
    },
  };
}

interface Writer {
  add(memory: Memory): void;
  end?(): void;
}

type OpenWriter = (file: BlobFile, source: ExportSource, collections: Collection[]) => Promise<Writer>;

function namesOf(collections: readonly Collection[]) {
  const names = new Map(collections.map(({ id, name }) => [id, name]));
  return (id: string | null) => (id === null ? undefined : names.get(id));
}

const writers: Record<Format, OpenWriter> = {
  async own(file, source, collections) {
    const { lineText, withExportedFields } = await import('../../transfer/own-file.ts');
    const write = (line: ExportLine) => file.write(lineText(line));
    const plan = await source.plan();
    write(exportHeader);
    write({ user: { name: 'me', plan } });
    for (const { id, name, createdAt, updatedAt } of collections)
      write({ collection: { id, name, createdAt, updatedAt } });
    let count = 0;
    return {
      add(memory) {
        write({ memory: withExportedFields(memory) });
        count++;
      },
      end: () => write({ end: { users: 1, collections: collections.length, memories: count } }),
    };
  },
  async markdown(file, _, collections) {
    const [{ markdownOf, markdownPath }, { zipWriter }] = await Promise.all([
      import('../../transfer/markdown.ts'),
      import('../../transfer/zip.ts'),
    ]);
    const nameOf = namesOf(collections);
    const zip = zipWriter((bytes) => file.write(bytes as Uint8Array<ArrayBuffer>));
    return {
      add(memory) {
        const name = nameOf(memory.collection);
        zip.add(markdownPath(memory, name), markdownOf(memory, name));
      },
      end: () => zip.end(),
    };
  },
  async csv(file, _, collections) {
    const { csvHeader, csvRow } = await import('../../transfer/csv.ts');
    const nameOf = namesOf(collections);
    file.write(csvHeader);
    return { add: (memory) => file.write(csvRow(memory, nameOf(memory.collection))) };
  },
  async bookmarks(file, _, collections) {
    const { bookmarksOf } = await import('../../transfer/bookmarks.ts');
    const memories: Memory[] = [];
    return {
      add: (memory) => void memories.push(memory),
      end() {
        for (const part of bookmarksOf(memories, namesOf(collections))) file.write(part);
      },
    };
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

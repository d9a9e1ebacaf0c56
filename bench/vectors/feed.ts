import { hash64 } from '../../src/lib/hash64.ts';
import { embeddedText, hashOf, textHashString } from '../../src/search/vector/embedded-text.ts';
import type { ChangeFeed, IndexFiles } from '../../src/service/ports/keyword-index.ts';
import type { MemoryRow } from '../../src/service/ports/rows.ts';

/** The inverse of `idOf`. */
export const numberOf = (id: string): number => Number(id.slice(-12));

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** A valid memory id that ends with the number. */
export function idOf(number: number): string {
  const [one, other] = hash64(String(number));
  const digit = (position: number) => digits[((position < 6 ? one : other) >>> (5 * (position % 6))) & 31]!;
  return `mem_01${Array.from({ length: 12 }, (_, position) => digit(position)).join('')}${String(number).padStart(12, '0')}`;
}

type ContentOf = (number: number) => string;
const noteOf: ContentOf = (number) => `Note ${number}`;

const rowOf = (number: number, contentOf: ContentOf): MemoryRow => ({
  id: idOf(number),
  content: contentOf(number),
  title: null,
  capture: null,
  tags: [],
  tagKeys: number % 100 === 0 ? ['rare'] : [],
  url: null,
  collection: null,
  source: 'popup',
  version: 1,
  createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
  updatedAt: '',
  deletedAt: null,
  origin: null,
  chargedAt: null,
  seq: number + 1,
});

export const feedOf = (count: number, contentOf = noteOf): ChangeFeed => ({
  store: 'bench',
  lastSeq: async () => count,
  changes: async (seq, limit) =>
    Array.from({ length: Math.min(limit, count - seq) }, (_, index) => ({
      kind: 'memory',
      row: rowOf(seq + index, contentOf),
    })),
});

export const textHashOf = (number: number): string => textHashString(hashOf(embeddedText(rowOf(number, noteOf))));

/** Stores an index's small files in the origin private file system. The extension keeps them in its database. */
export function opfsBlobs(): IndexFiles {
  const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('blobs', { create: true });
  return {
    read: async (name) => {
      const file = await (await folder()).getFileHandle(name).catch(() => undefined);
      return file && new Uint8Array(await (await file.getFile()).arrayBuffer());
    },
    async write(name, bytes) {
      const writable = await (await (await folder()).getFileHandle(name, { create: true })).createWritable();
      await writable.write(bytes as Uint8Array<ArrayBuffer>);
      await writable.close();
    },
    remove: async (name) => (await folder()).removeEntry(name),
  };
}

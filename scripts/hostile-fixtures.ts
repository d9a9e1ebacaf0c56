import type { CollectionRow, MemoryRow, TokenRow } from '../src/service/ports/rows.ts';
import { localOwner, type Store } from '../src/service/ports/store.ts';
import type { OperationName } from '../src/v1/operations.ts';

const id = (kind: 'mem' | 'col' | 'tok', number: number) => `${kind}_${String(number).padStart(26, '0')}`;

export const time = '2020-01-01T00:00:00.000Z';
export const url = 'https://example.org/';
export const capture = {
  kind: 'page',
  author: 'good',
  publishedAt: time,
  image: url,
  quote: { prefix: 'good', suffix: 'good' },
} as const;

/** The ids of the rows that hostile requests name. The `new…` ids are free; requests create them. */
export const ids = {
  memory: id('mem', 0),
  trashed: id('mem', 1),
  newMemory: id('mem', 2),
  collection: id('col', 0),
  newCollection: id('col', 1),
  token: id('tok', 0),
};

/** For an operation that has an id in its path: the id to use. */
export const pathIdOf = (name: OperationName, path: string): string => {
  if (name === 'restoreMemory') return ids.trashed;
  if (path.startsWith('/memories')) return ids.memory;
  return path.startsWith('/collections') ? ids.collection : ids.token;
};

const memory: Omit<MemoryRow, 'seq'> = {
  id: ids.memory,
  content: 'good',
  tags: ['good'],
  tagKeys: ['good'],
  collection: ids.collection,
  source: 'good',
  url,
  title: 'good',
  capture,
  version: 1,
  createdAt: time,
  updatedAt: time,
  deletedAt: null,
  origin: null,
  chargedAt: null,
};

const collection: CollectionRow = { id: ids.collection, name: 'good', key: 'good', createdAt: time, updatedAt: time };

const token: TokenRow = {
  id: ids.token,
  name: 'good',
  secretHash: '',
  laterHashes: [],
  scopes: ['memories:read'],
  collections: null,
  origin: null,
  createdAt: time,
  expiresAt: null,
  ownOnly: false,
  paused: false,
  session: false,
  ancestors: [],
  rateLimit: { requests: 1, seconds: 1 },
};

const fixtures = new Set([ids.memory, ids.trashed]);

/** The id that `putFurtherMemories` gives to the memory with the content at position `number`. */
export const furtherId = (number: number): string => id('mem', 1_000 + number);

/**
 * Stores memories with these contents. Returns the `seq` to pass to `putFixtures`, so that `putFixtures` keeps these
 * memories.
 */
export function putFurtherMemories(store: Store, contents: readonly string[]): Promise<number> {
  return store.write(localOwner, async (writer) => {
    for (const [number, content] of contents.entries())
      await writer.putMemory({ ...memory, collection: null, content, id: furtherId(number) });
    return writer.lastSeq();
  });
}

/**
 * Creates the rows that hostile requests name, or restores them. Deletes all idempotency rows, every other collection,
 * and every other memory that was created or changed since `seq`. `content`: the content of the memories. Returns the
 * `seq` for the next call.
 */
export function putFixtures(store: Store, seq = 0, content = memory.content): Promise<number> {
  return store.write(localOwner, async (writer) => {
    for (const { kind, row } of await writer.changes(seq, 1_000))
      if (kind === 'memory' && !fixtures.has(row.id)) await writer.eraseMemory(row.id, time);
    for (const { id: other } of await writer.listCollections({ limit: 1_000 })) await writer.deleteCollection(other);
    await writer.dropIdempotencyBefore('9999');
    await writer.putCollection(collection);
    await writer.putMemory({ ...memory, content });
    await writer.putMemory({ ...memory, content, id: ids.trashed, deletedAt: time });
    await writer.putToken(token);
    return writer.lastSeq();
  });
}

import type { Collection } from '../v1/schemas/collection.ts';
import type { Memory } from '../v1/schemas/memory.ts';
import type { Token } from '../v1/schemas/token.ts';
import { timeOf } from './call.ts';
import type { CountedCollection, MemoryRow, TokenRow } from './ports/rows.ts';

export function memoryOf(row: MemoryRow): Memory {
  const { id, content, source, tags, collection, url, title, version, createdAt, updatedAt, deletedAt, origin } = row;
  return {
    ...{ id, content, source, tags, collection, url, title, version, createdAt, updatedAt },
    ...(deletedAt !== null && { deletedAt }),
    ...(origin !== null && { origin }),
  };
}

/** The strong validator of a memory. */
export function etagOf(row: Pick<MemoryRow, 'version'>): string {
  return `"${row.version}"`;
}

export function collectionOf({ id, name, createdAt, updatedAt, memoryCount }: CountedCollection): Collection {
  return { id, name, createdAt, updatedAt, memoryCount };
}

/** `lastUsed`: Unix milliseconds. */
export function tokenOf(row: TokenRow, lastUsed: number | undefined): Token {
  const { id, name, scopes, collections, origin, rateLimit, createdAt, expiresAt } = row;
  return { id, name, scopes, collections, origin, rateLimit, createdAt, expiresAt, lastUsedAt: lastUsed === undefined ? null : timeOf(lastUsed) };
}

import type { Collection } from '../v1/schemas/collection.ts';
import type { Memory } from '../v1/schemas/memory.ts';
import type { Token } from '../v1/schemas/token.ts';
import { timeOf } from './call.ts';
import type { CountedCollection, MemoryRow, TokenRow } from './ports/rows.ts';

/** Lists each field that leaves the service, so that the row's other fields stay inside. */
export function memoryOf(row: MemoryRow): Memory {
  const { id, content, source, tags, collection, url, title, capture, version, createdAt, updatedAt } = row;
  const shown: Memory = { id, content, source, tags, collection, url, title, capture, version, createdAt, updatedAt };
  if (row.deletedAt !== null) shown.deletedAt = row.deletedAt;
  if (row.origin !== null) shown.origin = row.origin;
  return shown;
}

export function collectionOf({ id, name, createdAt, updatedAt, memoryCount }: CountedCollection): Collection {
  return { id, name, createdAt, updatedAt, memoryCount };
}

/** `lastUsed`: Unix milliseconds. */
export function tokenOf(row: TokenRow, lastUsed: number | undefined): Token {
  const { id, name, scopes, collections, origin, ownOnly, paused, rateLimit, createdAt, expiresAt } = row;
  return {
    id,
    name,
    scopes,
    collections,
    origin,
    ownOnly,
    paused,
    rateLimit,
    createdAt,
    expiresAt,
    lastUsedAt: lastUsed === undefined ? null : timeOf(lastUsed),
  };
}

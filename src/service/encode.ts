import type { Collection } from '../v1/schemas/collection.ts';
import type { Memory } from '../v1/schemas/memory.ts';
import type { Token } from '../v1/schemas/token.ts';
import { pacer } from '../lib/pace.ts';
import { timeOf } from './call.ts';
import type { CountedCollection, MemoryRow, TokenRow } from './ports/rows.ts';
import { untrustedReasons } from './untrusted/reasons.ts';
import { rememberedReasons } from './untrusted/remembered-reasons.ts';

/** Remembers enough texts for a response of 100 memories with the longest contents. */
const reasonsOf = rememberedReasons(untrustedReasons, 7_000_000);

/** Copies each field by name, so that the row's internal fields never leave the service. */
export function memoryOf(row: MemoryRow): Memory {
  const { id, content, source, tags, collection, url, title, capture, version, createdAt, updatedAt } = row;
  const shown: Memory = { id, content, source, tags, collection, url, title, capture, version, createdAt, updatedAt };
  if (row.deletedAt !== null) shown.deletedAt = row.deletedAt;
  if (row.origin !== null) shown.origin = row.origin;
  return shown;
}

/**
 * A memory as a response shows it. Text that looks like instructions to a model is marked here, not when it is stored:
 * few memories leave the service, a better detector applies to all memories at once, and no store needs a column for
 * the mark.
 */
export function shownMemory(row: MemoryRow): Memory {
  const reasons = reasonsOf(row.id, [row.title ?? '', row.content, ...row.tags].join('\n'));
  const memory = memoryOf(row);
  return reasons.length > 0 ? { ...memory, untrusted: { reasons: [...reasons] } } : memory;
}

/** Many memories as a response shows them. Yields the thread in between, since checking long texts takes long. */
export async function shownMemories(rows: readonly MemoryRow[]): Promise<Memory[]> {
  const pace = pacer();
  const shown: Memory[] = [];
  for (const row of rows) {
    await pace();
    shown.push(shownMemory(row));
  }
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

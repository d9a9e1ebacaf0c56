import type { Collection } from '../v1/schemas/collection.ts';
import { fitSource, type Memory } from '../v1/schemas/memory.ts';
import type { Token } from '../v1/schemas/token.ts';
import { pacer } from '../lib/pace.ts';
import { timeOf } from './call.ts';
import type { CountedCollection, MemoryRow, TokenRow } from './ports/rows.ts';
import { shownName } from './transfer/names.ts';
import { untrustedReasons } from './untrusted/reasons.ts';
import { rememberedReasons } from './untrusted/remembered-reasons.ts';

/** Large enough for a response of 100 memories with the longest contents. */
const reasonsOf = rememberedReasons(untrustedReasons, 7_000_000);

/**
 * Copies each field by name, so that the row's internal fields never leave the service. Corrects or drops invalid times
 * and origins, which older versions of sync could store. An export with such a value couldn't be read.
 */
export function memoryOf(row: MemoryRow): Memory {
  const { id, content, source, tags, collection, url, title, capture, version, updatedAt } = row;
  const createdAt = isValidTime(row.createdAt) ? row.createdAt : updatedAt;
  const shown: Memory = { id, content, source, tags, collection, url, title, capture, version, createdAt, updatedAt };
  if (row.deletedAt !== null) shown.deletedAt = row.deletedAt;
  const origin = row.origin && originOf(row.origin, createdAt);
  if (origin) shown.origin = origin;
  return shown;
}

/** False for a year after 9999 or before 0: ISO 8601 writes times in such years with more characters. */
const isValidTime = (time: string): boolean => time.length === '2026-01-01T00:00:00.000Z'.length;

function originOf(origin: NonNullable<MemoryRow['origin']>, createdAt: string): Memory['origin'] {
  const source = fitSource(origin.source);
  if (source === undefined) return undefined;
  return { source, createdAt: isValidTime(origin.createdAt) ? origin.createdAt : createdAt };
}

/**
 * A memory as a response shows it. Text that looks like instructions to a model is marked here, not when it is stored,
 * so that a better detector applies to all memories at once.
 */
export function shownMemory(row: MemoryRow): Memory {
  const reasons = reasonsOf(row.id, [row.title ?? '', row.content, ...row.tags].join('\n'));
  const memory = memoryOf(row);
  return reasons.length > 0 ? { ...memory, untrusted: { reasons: [...reasons] } } : memory;
}

/** Many memories as a response shows them. */
export async function shownMemories(rows: readonly MemoryRow[]): Promise<Memory[]> {
  const pace = pacer();
  const shown: Memory[] = [];
  for (const row of rows) {
    await pace();
    shown.push(shownMemory(row));
  }
  return shown;
}

export function collectionOf(row: CountedCollection): Collection {
  const { id, createdAt, updatedAt, memoryCount } = row;
  return { id, name: shownName(row), createdAt, updatedAt, memoryCount };
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

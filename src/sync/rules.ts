import type { LateWrite, SyncFields, SyncItem, SyncOp } from '../service/ports/sync.ts';
import { limits } from '../v1/limits.ts';
import { samePatch } from './fields.ts';

/** What the server offers, and what the user chose. */
export interface Rules {
  /**
   * The server has deleteMemory and `If-Match`. A deletion is never sent without `If-Match`, so that it can't delete an
   * edit that this device hasn't seen.
   */
  delete: boolean;
  restore: boolean;
  /** The server stores url and title. */
  address: boolean;
  capture: boolean;
  /** The collection of a memory can be changed. */
  moves: boolean;
  /** The server has `If-Match`, so that a late request can't overwrite a newer edit. */
  etag: boolean;
  /**
   * The identity of the token if the server has idempotency keys, otherwise null. A key counts only together with its
   * token.
   */
  keyToken: string | null;
  /** Local ids of the collections that sync; null: all memories. */
  collections: string[] | null;
  /** This device applies the server's changes. If not, it only sends. */
  pulls: boolean;
  /** A memory that no longer exists on the server stays here. */
  keepsAbsent: boolean;
  /** The length, in characters, of the longest text seen on the server. */
  longest: number;
  now: number;
}

/** A memory as the server returned it; fields that the server left out are filled in. */
export interface Remote {
  id: string;
  fields: SyncFields;
  version: number | null;
}

/** A write without an answer may still arrive this many milliseconds after it was sent. */
export const lateMs = 24 * 3_600_000;
/** How many late creates, and how many other late writes, are remembered for each memory. */
const maxLate = 8;

/** Whether a create that got no answer may still arrive, or may have arrived unseen. */
export const mayAppear = ({ late }: SyncItem, { now }: Rules): boolean =>
  late.some(({ kind, sentAt }) => kind === 'create' && now - sentAt < lateMs);

/**
 * Refusal code of a create that may have arrived: the server rewrites texts, so sync can't recognise the memory there.
 * The create isn't sent again until the user asks for it.
 */
export const mayBeThere = 'may_be_there';

/** Servers keep keys for seven days; a day less is safe. */
const keyMs = (limits.idempotencyDays - 1) * 24 * 3_600_000;

/** Whether a write may be sent again under its key. If not, sync looks up on the server whether it arrived. */
export const canRepeat = ({ token, sentAt }: SyncOp, { keyToken, now }: Rules): boolean =>
  token !== null && token === keyToken && Math.abs(now - sentAt) < keyMs;

export function newItem(id: string): SyncItem {
  return {
    id,
    remote: null,
    base: null,
    mirror: null,
    version: null,
    due: 0,
    op: null,
    late: [],
    prints: [],
    refusal: null,
    missing: null,
    aliasOf: null,
    unfit: null,
    attempts: 0,
    copyOf: null,
  };
}

/** The writes that may still arrive, with one more. */
export function withLate(late: readonly LateWrite[], { kind, key, patch, sentAt }: LateWrite): LateWrite[] {
  const isSpent = late.some((one) => one.isSpent && samePatch(one.patch, patch));
  const earlier = late.filter((one) => one.key !== key);
  const same = earlier.filter((one) => (one.kind === 'create') === (kind === 'create'));
  const others = earlier.filter((one) => !same.includes(one));
  return [...others, ...same.slice(1 - maxLate), { kind, key, patch, sentAt, ...(isSpent && { isSpent }) }];
}

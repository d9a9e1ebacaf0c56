import { pacer } from '../lib/pace.ts';
import { sharedRuns } from '../lib/shared-runs.ts';
import { fingerprintOf, type Fingerprint } from '../v1/fingerprint.ts';
import type { ChangeFeed } from './ports/keyword-index.ts';
import type { Change } from './ports/rows.ts';
import type { Owner } from './ports/store.ts';

const pageSize = 200;

/** The most memories whose fingerprints are cached. */
export const mostCached = 200_000;

/**
 * An owner's fingerprints are dropped after this time without a request. A store keeps its tombstones much longer, so
 * fingerprints that are still cached never miss a deletion.
 */
const unusedMs = 24 * 60 * 60_000;

export interface MemoryFingerprint {
  id: string;
  collection: string | null;
  fingerprint: Fingerprint;
}

/** The fingerprints of an owner's live memories. */
class OwnerFingerprints {
  /** Sorted by id; all as they were at one moment. */
  latest: readonly MemoryFingerprint[] = [];
  usedAt = 0;
  #store = '';
  #seq = 0;
  #byId = new Map<string, MemoryFingerprint>();

  readonly catchUp = sharedRuns(async (feed: ChangeFeed) => {
    const isOther = this.#store !== feed.store || this.#seq > (await feed.lastSeq());
    if (isOther) {
      this.#store = feed.store;
      this.#seq = 0;
      this.#byId = new Map();
    }
    const before = this.#seq;
    const pace = pacer();
    // Reads on beyond the end that the feed had at first: a memory that changes meanwhile moves to the new end, and
    // would be missed.
    for (;;) {
      const page = await feed.changes(this.#seq, pageSize);
      if (page.length === 0) break;
      for (const change of page) {
        this.#apply(change);
        await pace();
      }
    }
    if (isOther || this.#seq > before)
      this.latest = [...this.#byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  });

  #apply({ kind, row }: Change): void {
    if (kind === 'memory' && row.deletedAt === null)
      this.#byId.set(row.id, { id: row.id, collection: row.collection, fingerprint: fingerprintOf(row) });
    else this.#byId.delete(row.id);
    this.#seq = row.seq;
  }
}

/** Returns the fingerprints of an owner's live memories, sorted by id. `now`: Unix milliseconds. */
export type FingerprintsOf = (owner: Owner, feed: ChangeFeed, now: number) => Promise<readonly MemoryFingerprint[]>;

export function fingerprintCache(most = mostCached): FingerprintsOf {
  /** The owner used last is at the end. */
  const byOwner = new Map<Owner, OwnerFingerprints>();

  function dropUnused(now: number): void {
    let size = 0;
    for (const own of byOwner.values()) size += own.latest.length;
    for (const [owner, own] of byOwner) {
      if (size <= most && now - own.usedAt <= unusedMs) return;
      size -= own.latest.length;
      byOwner.delete(owner);
    }
  }

  return async (owner, feed, now) => {
    dropUnused(now);
    const own = byOwner.get(owner) ?? new OwnerFingerprints();
    own.usedAt = now;
    byOwner.delete(owner);
    byOwner.set(owner, own);
    await own.catchUp(feed);
    const { latest } = own;
    dropUnused(now);
    return latest;
  };
}

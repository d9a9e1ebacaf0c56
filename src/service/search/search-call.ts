import { within } from '../../lib/timing.ts';
import type { Call } from '../call.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { ChangeFeed, FollowingIndex } from '../ports/keyword-index.ts';
import { Problem } from '../problem.ts';
import { modelOf, type Meaning } from './meaning.ts';

/** A search in progress. */
export interface SearchCall extends Call<'searchMemories'> {
  model(meaning: Meaning): Promise<Embedder>;
  /** Must be awaited before an index is searched. @throws Problem `unavailable` if the index is far behind the store */
  prepare(index: FollowingIndex): Promise<void>;
}

/** How long one search waits for its indexes in all, in milliseconds: less than a caller waits for an answer. */
const defaultCatchUpMs = 10_000;

/** The least time that an index gets to catch up, even if the wait for the model has used up the time of the search. */
const leastCatchUpMs = 2_000;

/** How long the caller should wait if an index didn't catch up in time, in seconds. */
const retryAfter = 2;

function catchingUp(call: Call<'searchMemories'>): SearchCall {
  const { catchUpMs = defaultCatchUpMs } = call.parts;
  const end = performance.now() + catchUpMs;
  return {
    ...call,
    model: modelOf(call),
    async prepare(index) {
      const feed = await call.feedOf(call.principal.owner);
      const waitMs = Math.max(end - performance.now(), Math.min(leastCatchUpMs, catchUpMs));
      const isCurrent = await within(
        waitMs,
        index.catchUp(feed).then(() => true),
      );
      if (isCurrent !== true) throw await behind(index, feed);
    },
  };
}

/**
 * The error for an index that didn't catch up in time. The index goes on catching up, so a later search may succeed.
 */
async function behind({ seq }: FollowingIndex, feed: ChangeFeed): Promise<Problem> {
  const last = await feed.lastSeq();
  const progress = seq === undefined || last === 0 ? '' : ` (${Math.floor((100 * seq) / last)}% done)`;
  return new Problem('unavailable', `Search is getting ready after many changes${progress}. Try again in a moment.`, {
    retryAfter,
  });
}

/**
 * How many searches in a row found an index behind the store. Two or more mean that memories keep changing, as they do
 * during a sync or an import.
 */
const lags = new WeakMap<FollowingIndex, number>();

/**
 * A search that doesn't wait for the indexes to catch up, which saves a transaction if they are current. Afterwards,
 * check with `wasCurrent` whether they were current. If they weren't, search once more with `again`.
 */
export function assumingCurrent(call: Call<'searchMemories'>): {
  /**
   * Uses the indexes as they are. An index catches up first if it has no `seq`, or while memories keep changing
   * (`lags`).
   */
  search: SearchCall;
  /** Whether `search` used an index without waiting for it to catch up. */
  isAssumed(): boolean;
  /**
   * Whether the indexes that `search` used without catching up were at `lastSeq`, the store's last seq (read
   * afterwards).
   */
  wasCurrent(lastSeq: number): boolean;
  /** The same search, for which the indexes always catch up first. */
  again: SearchCall;
} {
  const seqs = new Map<FollowingIndex, number>();
  const again = catchingUp(call);
  const prepare = async (index: FollowingIndex) => {
    const { seq } = index;
    const lagged = lags.get(index) ?? 0;
    if (seq !== undefined && lagged < 2) {
      // If the search uses an index twice, and the index advances in between, the search doesn't count as current.
      if (!seqs.has(index)) seqs.set(index, seq);
      return;
    }
    await again.prepare(index);
    if (index.seq === seq) lags.delete(index);
  };
  return {
    search: { ...again, prepare },
    isAssumed: () => seqs.size > 0,
    wasCurrent(lastSeq) {
      for (const [index, seq] of seqs) lags.set(index, seq === lastSeq ? 0 : (lags.get(index) ?? 0) + 1);
      return [...seqs.values()].every((seq) => seq === lastSeq);
    },
    again,
  };
}

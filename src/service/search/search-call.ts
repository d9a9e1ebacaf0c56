import type { Call } from '../call.ts';
import type { FollowingIndex } from '../ports/keyword-index.ts';

/** A search on its way. */
export interface SearchCall extends Call<'searchMemories'> {
  /** To be awaited before an index is asked. */
  prepare(index: FollowingIndex): Promise<void>;
}

/** A search that asks each index once it has caught up. */
export function upToDate(call: Call<'searchMemories'>): SearchCall {
  return { ...call, prepare: async (index) => index.catchUp(await call.feedOf(call.principal.owner)) };
}

/**
 * A search that asks each index for what it has read so far, which saves a transaction where nothing has changed since.
 * `wasCurrent` tells afterwards, by the store's last seq, whether nothing had; until `isAssumed` there is nothing to tell.
 */
export function assumingCurrent(call: Call<'searchMemories'>): {
  search: SearchCall;
  isAssumed(): boolean;
  wasCurrent(lastSeq: number): boolean;
} {
  const seqs: number[] = [];
  const prepare = async (index: FollowingIndex) => {
    if (index.seq === undefined) await upToDate(call).prepare(index);
    else seqs.push(index.seq);
  };
  return {
    search: { ...call, prepare },
    isAssumed: () => seqs.length > 0,
    wasCurrent: (lastSeq) => seqs.every((seq) => seq === lastSeq),
  };
}

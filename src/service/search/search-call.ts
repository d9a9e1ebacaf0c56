import type { Call } from '../call.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { FollowingIndex } from '../ports/keyword-index.ts';
import { modelOf, type Meaning } from './meaning.ts';

/** A search in progress. */
export interface SearchCall extends Call<'searchMemories'> {
  /** The model that indexed the memories. */
  model(meaning: Meaning): Promise<Embedder>;
  /** Must be awaited before an index is searched. */
  prepare(index: FollowingIndex): Promise<void>;
}

/** A search that first brings each index up to date. */
function upToDate(call: Call<'searchMemories'>): SearchCall {
  return {
    ...call,
    model: modelOf(call),
    prepare: async (index) => index.catchUp(await call.feedOf(call.principal.owner)),
  };
}

/**
 * A search in the indexes as they are, which saves a transaction if they are current. Afterwards, `wasCurrent` compares them with the store's last seq;
 * if they lagged, search again with `again`, which catches up first. Unless `isAssumed`, all indexes were caught up and no seq is needed.
 */
export function assumingCurrent(call: Call<'searchMemories'>): {
  search: SearchCall;
  isAssumed(): boolean;
  wasCurrent(lastSeq: number): boolean;
  again: SearchCall;
} {
  const seqs: number[] = [];
  const again = upToDate(call);
  const prepare = async (index: FollowingIndex) => {
    if (index.seq === undefined) await again.prepare(index);
    else seqs.push(index.seq);
  };
  return {
    search: { ...again, prepare },
    isAssumed: () => seqs.length > 0,
    wasCurrent: (lastSeq) => seqs.every((seq) => seq === lastSeq),
    again,
  };
}

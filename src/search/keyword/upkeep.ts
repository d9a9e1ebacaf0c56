import { freeze } from './frozen/freeze.ts';
import { merge } from './frozen/merge.ts';
import { Segment } from './frozen/segment.ts';
import type { IndexState } from './index-state.ts';
import type { Pace } from '../pace.ts';

/** Each segment is at least this number of times larger than the sum of all after it, so there are few. */
const growth = 3;

/** A segment of which less than this share is left is written anew. */
const leastLeft = 0.7;

/** Freezes what is live, then merges segments until there are few, none of them with many gaps. Searches and changes may come meanwhile. */
export async function tidy(state: IndexState, pace: Pace): Promise<void> {
  const table = state.setAside();
  state.settle(table.docValues.size === 0 ? undefined : new Segment(await freeze(table, pace)));
  for (let some = toMerge(state.segments); some.length > 0; some = toMerge(state.segments)) {
    const { bytes, numbers } = await merge(some, pace);
    const merged = new Segment(bytes);
    state.replace(some, merged.docValues.length === 0 ? undefined : merged, numbers);
  }
}

/** The next segments to make one of. */
function toMerge(segments: readonly Segment[]): readonly Segment[] {
  let start = segments.length - 1;
  let size = segments[start]?.size ?? 0;
  while (start > 0 && segments[start - 1]!.size < growth * size) size += segments[--start]!.size;
  if (start < segments.length - 1) return segments.slice(start);
  return segments.filter((segment) => segment.size < leastLeft * segment.docValues.length).slice(0, 1);
}

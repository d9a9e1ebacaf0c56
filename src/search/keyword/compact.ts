import { freeze } from './frozen/freeze.ts';
import { merge } from './frozen/merge.ts';
import { Segment } from './frozen/segment.ts';
import type { IndexState } from './index-state.ts';
import type { Pace } from '../../lib/pace.ts';

/** Each segment is at least this many times as large as all later ones together, so that there are few segments. */
const minSizeRatio = 3;

/** A segment is rewritten if less than this share of its memories is live (not removed). */
const minLiveShare = 0.7;

/**
 * Freezes the live table (the latest changes) into a segment, then merges segments until they meet `minSizeRatio` and
 * `minLiveShare`.
 */
export async function compact(state: IndexState, pace: Pace): Promise<void> {
  const table = state.beginFreezing();
  state.finishFreezing(table.docValues.size === 0 ? undefined : new Segment(await freeze(table, pace)));
  for (let segments = toMerge(state.segments); segments.length > 0; segments = toMerge(state.segments)) {
    const { bytes, numbers } = await merge(segments, pace);
    const merged = new Segment(bytes);
    state.replace(segments, merged.docValues.length === 0 ? undefined : merged, numbers);
  }
}

function toMerge(segments: readonly Segment[]): readonly Segment[] {
  let start = segments.length - 1;
  let size = segments[start]?.size ?? 0;
  while (start > 0 && segments[start - 1]!.size < minSizeRatio * size) size += segments[--start]!.size;
  if (start < segments.length - 1) return segments.slice(start);
  return segments.filter((segment) => segment.size < minLiveShare * segment.docValues.length).slice(0, 1);
}

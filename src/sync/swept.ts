import { hash64 } from '../lib/hash64.ts';
import type { SyncFields } from '../service/ports/sync.ts';
import { isInScope } from './plan-push.ts';
import type { Rules } from './rules.ts';

/** What the server has: the result of reading all of it, updated with what this round has read or written since. */
export interface Swept {
  /** When the reading began. Unix milliseconds. */
  startedAt: number;
  /**
   * Whether a difference between `seen` and what is known here proves that the two sides differ. False if an earlier
   * round began the reading: this device may have written since. False for a change feed, which can report that a
   * memory is gone after reporting the memory.
   */
  isSure: boolean;
  /** A hash of what the server returned of each memory, by its id there. See {@link hashOf}. */
  seen: Map<string, string>;
}

/** Precedes the hash of a memory that needn't be here: it is in the trash, or in no collection that syncs. */
const unneeded = '-';

/** A hash of all fields, which also tells whether the memory must be here. */
export function hashOf(fields: SyncFields, rules: Pick<Rules, 'collections'>): string {
  const { content, tags, collection, url, title, capture, deleted } = fields;
  const [high, low] = hash64(JSON.stringify([content, tags, collection, url, title, capture, deleted]));
  const mark = deleted || !isInScope(fields, rules) ? unneeded : '';
  return `${mark}${high.toString(16)}.${low.toString(16)}`;
}

export const isNeeded = (hash: string): boolean => !hash.startsWith(unneeded);

import { reservedPrefix } from '../lib/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { invalid } from './problem.ts';
import type { Vouched } from './vouched.ts';

const isReserved = (tag: string): boolean => nameKey(tag).startsWith(reservedPrefix);

/**
 * Removes reserved tags, with which sync marks duplicates to hide them. Keeps those that the memory already has
 * (`present`).
 */
export const withoutReserved = (tags: readonly string[], present: readonly string[] = []): string[] =>
  tags.filter((tag) => !isReserved(tag) || present.includes(tag));

/** Ensures that a page sets no reserved tag, except those that the memory already has (`present`). */
export function requireUnreserved(tags: readonly string[], { origin }: Vouched, present: readonly string[] = []): void {
  if (origin !== undefined && withoutReserved(tags, present).length < tags.length)
    throw invalid('tags', `may not begin with "${reservedPrefix}", which marks duplicates`);
}

import { pacer, type Pace } from '../../lib/pace.ts';

/**
 * Yields each pair of similar sets once, as two positions in `sets`. Also yields a few pairs that aren't similar, so
 * the caller must check each pair.
 * Two sets are similar if at least `leastShare` (0..1) of the elements of their union are in both. Empty sets are
 * never similar. Similar sets share one of their rarest elements, so only sets that share one are compared. This is the
 * prefix filter of Bayardo, Ma and Srikant 2007, "Scaling Up All Pairs Similarity Search".
 * @param pace called between the steps
 */
export async function* likelyPairs(
  sets: readonly ReadonlySet<string>[],
  leastShare: number,
  pace: Pace = pacer(),
): AsyncGenerator<[one: number, other: number]> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const element of set) counts.set(element, (counts.get(element) ?? 0) + 1);
  /** For each element, the positions of earlier sets that have it among their rarest. */
  const positionsByElement = new Map<string, number[]>();
  for (const [position, set] of sets.entries()) {
    const pause = pace();
    if (pause !== undefined) await pause;
    const likely = new Set<number>();
    for (const element of rarestOf(set, counts, leastShare)) {
      const earlier = positionsByElement.get(element);
      if (earlier === undefined) {
        positionsByElement.set(element, [position]);
        continue;
      }
      for (const other of earlier) likely.add(other);
      earlier.push(position);
    }
    for (const other of likely) {
      const sizes = [set.size, sets[other]!.size];
      if (Math.min(...sizes) >= leastShare * Math.max(...sizes)) yield [other, position];
    }
  }
}

/** The rarest elements of a set: enough for any two similar sets to share at least one of them. */
function rarestOf(set: ReadonlySet<string>, counts: ReadonlyMap<string, number>, leastShare: number): string[] {
  const byRarity = [...set].sort((one, other) => counts.get(one)! - counts.get(other)! || (one < other ? -1 : 1));
  return byRarity.slice(0, set.size - Math.ceil(leastShare * set.size) + 1);
}

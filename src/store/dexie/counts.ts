import type { StrictTables } from './tables.ts';
import type { Facet } from './facets.ts';

type Counts = StrictTables['counts'];

/**
 * Updates the counts of facets, the groups in which memories are counted (./facets.ts). `before` and `after`: the
 * facets of the changed memories, with one entry for each memory in a facet.
 */
export async function updateCounts(counts: Counts, before: Facet[], after: Facet[]): Promise<void> {
  const changes = new Map<string, { facet: Facet; by: number }>();
  for (const [list, by] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const facet of list) {
      const name = JSON.stringify(facet);
      changes.set(name, { facet, by: (changes.get(name)?.by ?? 0) + by });
    }
  }
  const changed = [...changes.values()].filter(({ by }) => by !== 0);
  const old = await counts.bulkGet(changed.map(({ facet }) => facet));
  const rows = changed.map(({ facet, by }, index) => ({ facet, count: (old[index]?.count ?? 0) + by }));
  const empty = rows.filter(({ count }) => count === 0).map(({ facet }) => facet);
  const kept = rows.filter(({ count }) => count !== 0);
  if (kept.length > 0) await counts.bulkPut(kept);
  if (empty.length > 0) await counts.bulkDelete(empty);
}

/** The number of memories in each facet. */
export async function countEach(counts: Counts, facets: Facet[]): Promise<number[]> {
  const rows = await counts.bulkGet(facets);
  return rows.map((row) => row?.count ?? 0);
}

/** The number of memories in all of `facets` together. No memory may be in two of them. */
export async function countAll(counts: Counts, facets: Facet[]): Promise<number> {
  const each = await countEach(counts, facets);
  return each.reduce((sum, count) => sum + count, 0);
}

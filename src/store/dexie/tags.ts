import type { TagCount } from '../../service/ports/rows.ts';
import type { NameQuery } from '../../service/ports/store.ts';
import { compareText, newestFirst } from '../listing.ts';
import { upperBound, type Facet, facets } from './facets.ts';
import type { CountRow, StoredMemory, StrictTables } from './tables.ts';

/** A page of tags. If `query.within` is given, adds up only the counts of the collections in it. */
export async function listTags(tables: StrictTables, query: NameQuery & { prefix: string }): Promise<TagCount[]> {
  const families =
    query.within === undefined
      ? [facets.tag('live', '')]
      : [...new Set(query.within)].map((id) => facets.tagWithin('live', id, ''));
  const pages = await Promise.all(families.map((family) => countsOf(tables, family.slice(0, -1), query)));
  const byKey = Map.groupBy(pages.flat(), ({ facet }) => facet.at(-1)!);
  // Each page has the first `limit` keys of its family. A key among the first `limit` of all families together is also
  // among the first `limit` of every family that has it, so these pages have all its counts.
  const keys = [...byKey.keys()].sort(compareText).slice(0, query.limit);
  return Promise.all(
    keys.map(async (key) => {
      const counts = byKey.get(key)!;
      const memoryCount = counts.reduce((sum, { count }) => sum + count, 0);
      const oldest = await oldestOf(
        tables,
        counts.map(({ facet }) => facet),
      );
      return { key, tag: oldest.tags[oldest.tagKeys.indexOf(key)]!, memoryCount };
    }),
  );
}

/** The counts of a family's first tags, ordered by key. A family is the facets that differ only in the tag's key. */
async function countsOf(
  tables: StrictTables,
  family: Facet,
  { prefix, after, limit }: NameQuery & { prefix: string },
): Promise<CountRow[]> {
  const startsAtPrefix = after === undefined || after < prefix;
  const rows = await tables.counts
    .where('facet')
    .between([...family, startsAtPrefix ? prefix : after], upperBound(family), startsAtPrefix, false)
    .limit(limit)
    .toArray();
  return rows.filter(({ facet }) => facet.at(-1)!.startsWith(prefix));
}

/** The oldest memory in any of these facets, none of which may be empty. */
async function oldestOf(tables: StrictTables, among: Facet[]): Promise<StoredMemory> {
  const firsts = await Promise.all(
    among.map((facet) => tables.memories.where('entries').between(facet, upperBound(facet)).first()),
  );
  return firsts
    .filter((row) => row !== undefined)
    .sort(newestFirst)
    .at(-1)!;
}

import type { MemoryQuery } from '../../service/ports/store.ts';
import { type Facet, facets } from './facets.ts';
import type { OwnerSql } from './owner-sql.ts';

/** The index that a listing reads: the index of one filter, or the index by time if no filter has an index. */
export type ListingIndex = { by: 'time' | 'url' | 'source' | 'collection' } | { by: 'tag'; key: string };

/**
 * A URL comes first, since few memories share one. Otherwise the maintained counts tell which filter matches the fewest
 * memories.
 */
export async function chooseIndex(sql: OwnerSql, query: MemoryQuery): Promise<ListingIndex> {
  if (query.url !== undefined) return { by: 'url' };
  const choices = choicesOf(query);
  if (choices.length < 2) return choices[0]?.index ?? { by: 'time' };
  const counted = choices.flatMap((choice, index) => choice.facets.map((facet) => ({ ordinal: index, ...facet })));
  // Looks the counts up one by one: the planner can't know how few counts are wanted, and would read the whole table.
  const statement = `select f.ordinal, coalesce(sum((
      select memories from counts c where c.owner = $1 and c.trashed = $3 and c.kind = f.kind and c.collection = f.collection and c.name = decode(f.name, 'hex')
    )), 0)::bigint as memories
    from jsonb_to_recordset($2::jsonb) as f(ordinal int, kind text, collection text, name text) group by f.ordinal order by f.ordinal`;
  const counts = await sql.all<{ ordinal: number; memories: number }>(
    statement,
    JSON.stringify(counted),
    query.deleted,
  );
  const rarest = counts.reduce((rare, next) => (next.memories < rare.memories ? next : rare));
  return choices[rarest.ordinal]!.index;
}

function choicesOf({ tagKeys, source, collections }: MemoryQuery): { index: ListingIndex; facets: Facet[] }[] {
  const keys = [...new Set(tagKeys)];
  return [
    ...keys.map((key) => ({
      index: { by: 'tag' as const, key },
      facets: (collections ?? ['']).map((id) => facets.tag(key, id)),
    })),
    ...(source === undefined ? [] : [{ index: { by: 'source' as const }, facets: [facets.source(source)] }]),
    ...(collections === undefined || keys.length > 0
      ? []
      : [{ index: { by: 'collection' as const }, facets: collections.map(facets.collection) }]),
  ];
}

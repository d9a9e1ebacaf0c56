import type { MemoryQuery } from '../../service/ports/store.ts';
import { type Facet, facets } from './facets.ts';
import type { OwnerSql } from './owner-sql.ts';

/** The index that a listing is read from: that of one filter, or of time where there is none. */
export type Lead = { by: 'time' | 'url' | 'source' | 'collection' } | { by: 'tag'; key: string };

/** One address is on few memories. Of other filters the rarest leads, by the counts that are kept. */
export async function leadOf(sql: OwnerSql, query: MemoryQuery): Promise<Lead> {
  if (query.url !== undefined) return { by: 'url' };
  const choices = choicesOf(query);
  if (choices.length < 2) return choices[0]?.lead ?? { by: 'time' };
  const asked = choices.flatMap((choice, place) => choice.facets.map((facet) => ({ place, ...facet })));
  // Looked up one by one: the planner can't know how few they are, and would read them all.
  const statement = `select f.place, coalesce(sum((
      select memories from counts c where c.owner = $1 and c.trashed = $3 and c.kind = f.kind and c.collection = f.collection and c.name = decode(f.name, 'hex')
    )), 0)::bigint as memories
    from jsonb_to_recordset($2::jsonb) as f(place int, kind text, collection text, name text) group by f.place order by f.place`;
  const counts = await sql.all<{ place: number; memories: number }>(statement, JSON.stringify(asked), query.deleted);
  const rarest = counts.reduce((rare, one) => (one.memories < rare.memories ? one : rare));
  return choices[rarest.place]!.lead;
}

/** Each lead with the facets under which its memories are counted. */
function choicesOf({ tagKeys, source, collections }: MemoryQuery): { lead: Lead; facets: Facet[] }[] {
  const keys = [...new Set(tagKeys)];
  return [
    ...keys.map((key) => ({
      lead: { by: 'tag' as const, key },
      facets: (collections ?? ['']).map((id) => facets.tag(key, id)),
    })),
    ...(source === undefined ? [] : [{ lead: { by: 'source' as const }, facets: [facets.source(source)] }]),
    ...(collections === undefined || keys.length > 0
      ? []
      : [{ lead: { by: 'collection' as const }, facets: collections.map(facets.collection) }]),
  ];
}

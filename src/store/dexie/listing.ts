import type { MemoryRow } from '../../service/ports/rows.ts';
import type { MemoryQuery } from '../../service/ports/store.ts';
import { matches, newestFirst } from '../listing.ts';
import { countAll } from './counts.ts';
import { type Facet, facets, type Space } from './facets.ts';
import { getMany } from './get-many.ts';
import { positionsOf } from './positions.ts';
import { memoryOf, type StrictTables } from './tables.ts';

/** The least number of rows read at once if many of them may fail the filters. */
const scanBatch = 64;

/**
 * A page of memories. Takes O(page) if one facet (an indexed group of memories, ./facets.ts) covers the query,
 * O(memories in the smallest facet) otherwise.
 */
export async function listMemories(tables: StrictTables, query: MemoryQuery): Promise<MemoryRow[]> {
  if (query.only !== undefined) return listAmong(tables, query.only, query);
  const choices = choicesOf(query);
  const chosen = await rarest(tables, choices);
  const size = choices.length === 1 ? query.limit : Math.max(query.limit, scanBatch);
  const rows: MemoryRow[] = [];
  for await (const positions of positionsOf(tables.memories, chosen, query, size)) {
    const found = await tables.memories.bulkGet(positions.map(({ id }) => id));
    const present = found.filter((row) => row !== undefined).map(memoryOf);
    rows.push(...present.filter((row) => matches(row, query)));
    if (rows.length >= query.limit) break;
  }
  return rows.slice(0, query.limit);
}

async function listAmong(
  tables: StrictTables,
  ids: string[],
  { only: _, ...query }: MemoryQuery,
): Promise<MemoryRow[]> {
  const rows = await getMany(tables.memories, [...new Set(ids)]);
  return rows
    .map(memoryOf)
    .filter((row) => matches(row, query))
    .sort(newestFirst)
    .slice(0, query.limit);
}

/**
 * The sets of facets that can be read for a query: each set contains every memory of the query. If there is only one
 * set, it contains no other memories within the query's bounds of time and position.
 */
function choicesOf(query: MemoryQuery): Facet[][] {
  const space: Space = query.deleted ? 'trash' : 'live';
  const collections = query.collections && [...new Set(query.collections)];
  const choices: Facet[][] = [];
  for (const key of new Set(query.tagKeys)) {
    choices.push(collections ? collections.map((id) => facets.tagWithin(space, id, key)) : [facets.tag(space, key)]);
  }
  if (collections && choices.length === 0) choices.push(collections.map((id) => facets.collection(space, id)));
  if (query.source !== undefined) choices.push([facets.source(space, query.source)]);
  if (query.url !== undefined) choices.push([facets.url(space, query.url)]);
  return choices.length > 0 ? choices : [[facets.all(space)]];
}

async function rarest(tables: StrictTables, choices: Facet[][]): Promise<Facet[]> {
  if (choices.length === 1) return choices[0]!;
  const counts = await Promise.all(choices.map((choice) => countAll(tables.counts, choice)));
  return choices[counts.indexOf(Math.min(...counts))]!;
}

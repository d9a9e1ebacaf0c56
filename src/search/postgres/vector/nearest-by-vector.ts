import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import type { VectorHit, VectorQuery } from '../../../service/ports/vector-index.ts';
import { StatementValues } from '../../../service/ports/statement-values.ts';
import { conditionsOf } from '../conditions.ts';
import { bestPerMemory, hitOf, vectorText, type Near } from './windows.ts';

/** Up to this many windows (parts of texts with a vector each) are always compared exactly, in tens of milliseconds. */
export const exactLimit = 50_000;

/** Compares all matching windows exactly, or uses the graph (HNSW index): see `needsGraph`. */
export async function nearestByVector(sql: Sql, owner: Owner, query: VectorQuery, most: number): Promise<VectorHit[]> {
  const { limit, also = [] } = query;
  const nearest =
    limit === 0
      ? []
      : (await needsGraph(sql, owner, query, most))
        ? await inGraph(sql, owner, query)
        : await withoutGraph(sql, owner, query);
  const found = new Set(nearest.map(({ memory }) => memory));
  const missing = also.filter((memory) => !found.has(memory));
  return [...nearest, ...(missing.length === 0 ? [] : await byId(sql, owner, query, missing))].map(hitOf);
}

async function needsGraph(sql: Sql, owner: Owner, { filters, within }: VectorQuery, most: number): Promise<boolean> {
  const [own] = await sql.query<{ windows: number; graphed: boolean }>(
    'select windows, graphed from search_owners where owner = $1',
    [owner],
  );
  if (!own?.graphed || own.windows <= most) return false;
  const values = new StatementValues();
  const from = `from search_memories where owner = ${values.add(owner)}`;
  const conditions = conditionsOf(filters, within, values);
  if (conditions === '') return true;
  const [passing] = await sql.query<{ windows: number }>(
    `select coalesce(sum(windows), 0)::bigint as windows ${from}${conditions}`,
    values.all,
  );
  return passing!.windows > most;
}

const columns = 'memory, place as index, starts, ends, created_at as "createdAt"';

function statementOf(
  owner: Owner,
  { vector, filters, within }: VectorQuery,
  order: (distance: string) => string,
): { text: string; values: StatementValues } {
  const values = new StatementValues();
  const distance = `(vector <#> ${values.add(vectorText(vector))}::vector)`;
  const text = `select ${columns}, -${distance} as cosine from search_windows where owner = ${values.add(owner)}${conditionsOf(filters, within, values)} ${order(distance)}`;
  return { text, values };
}

/** Compares every matching window: the `+ 0` keeps PostgreSQL from using the graph for this ordering. */
function withoutGraph(sql: Sql, owner: Owner, query: VectorQuery): Promise<Near[]> {
  const { text, values } = statementOf(
    owner,
    query,
    (distance) => `order by ${distance} + 0, created_at desc, memory desc, place`,
  );
  return firstMemories(query.limit, (count) => sql.query<Near>(`${text} limit ${count}`, values.all));
}

async function inGraph(sql: Sql, owner: Owner, query: VectorQuery): Promise<Near[]> {
  for (const [name, value] of Object.entries(graphSettings)) await sql.query(`set local ${name} = ${value}`);
  const { text, values } = statementOf(owner, query, (distance) => `and graphed order by ${distance}`);
  return firstMemories(query.limit, (count) => sql.query<Near>(`${text} limit ${count}`, values.all));
}

const graphSettings = {
  // Strict order would drop late results that are nearer than earlier ones (recall@10 was .92).
  'hnsw.iterative_scan': 'relaxed_order',
  'hnsw.ef_search': 200,
  'hnsw.max_scan_tuples': 2_000_000_000,
  'hnsw.scan_mem_multiplier': 100,
  // Rule out a plan that sorts all of an owner's windows.
  enable_sort: 'off',
  enable_bitmapscan: 'off',
  enable_seqscan: 'off',
};

async function firstMemories(limit: number, load: (count: number) => Promise<Near[]>): Promise<Near[]> {
  for (let count = 2 * limit + 20; ; count *= 4) {
    const windows = await load(count);
    const memories = bestPerMemory(windows);
    if (memories.length >= limit || windows.length < count) return memories.slice(0, limit);
  }
}

async function byId(sql: Sql, owner: Owner, query: VectorQuery, memories: string[]): Promise<Near[]> {
  const { text, values } = statementOf(owner, query, () => '');
  return bestPerMemory(await sql.query<Near>(`${text} and memory = any(${values.add(memories)}::text[])`, values.all));
}

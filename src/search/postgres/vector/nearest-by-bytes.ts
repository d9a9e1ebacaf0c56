import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import type { VectorHit, VectorQuery } from '../../../service/ports/vector-index.ts';
import { StatementValues } from '../../../service/ports/statement-values.ts';
import { dot } from '../../../lib/vector-math.ts';
import { conditionsOf } from '../conditions.ts';
import { bestPerMemory, floatsOf, hitOf, roughCosine, type Near } from './windows.ts';

/** Windows per fetch. */
const pageSize = 5_000;

/**
 * A search with a limit above 0 rescores at least this many memories from their floats: those with the best codes
 * (int8).
 */
const minRescored = 50;

/** Search without pgvector: fetches the codes of the windows that pass the filters, and compares them here. */
export async function nearestByBytes(sql: Sql, owner: Owner, query: VectorQuery): Promise<VectorHit[]> {
  const { limit, also = [] } = query;
  const candidates =
    limit === 0 ? [] : (await byCodes(sql, owner, query, Math.max(minRescored, 2 * limit))).map(({ memory }) => memory);
  const rescored = await byFloats(sql, owner, query, [...candidates, ...also]);
  return rescored.filter(({ memory }, rank) => rank < limit || also.includes(memory)).map(hitOf);
}

async function byCodes(
  sql: Sql,
  owner: Owner,
  { vector, filters, within }: VectorQuery,
  most: number,
): Promise<Near[]> {
  const values = new StatementValues();
  const from = `from search_windows where owner = ${values.add(owner)}${conditionsOf(filters, within, values)}`;
  const last = [values.add(''), values.add(0)];
  let best: Near[] = [];
  for (;;) {
    const page = await sql.query<Omit<Near, 'cosine'> & { codes: Uint8Array }>(
      `select memory, place as index, starts, ends, created_at as "createdAt", codes ${from} and (memory, place) > (${last.join()}) order by memory, place limit ${pageSize}`,
      values.all,
    );
    best = bestPerMemory([
      ...best,
      ...page.map(({ codes, ...window }) => ({ ...window, cosine: roughCosine(vector, codes) })),
    ]).slice(0, most);
    if (page.length < pageSize) return best;
    const { memory, index } = page.at(-1)!;
    values.all.splice(-2, 2, memory, index);
  }
}

async function byFloats(
  sql: Sql,
  owner: Owner,
  { vector, filters, within }: VectorQuery,
  memories: string[],
): Promise<Near[]> {
  const values = new StatementValues();
  const where = `owner = ${values.add(owner)} and memory = any(${values.add(memories)}::text[])${conditionsOf(filters, within, values)}`;
  const windows = await sql.query<Omit<Near, 'cosine'> & { floats: Uint8Array }>(
    `select memory, place as index, starts, ends, created_at as "createdAt", floats from search_windows where ${where}`,
    values.all,
  );
  return bestPerMemory(windows.map(({ floats, ...window }) => ({ ...window, cosine: dot(vector, floatsOf(floats)) })));
}

import type { IndexFilters } from '../../../service/ports/keyword-index.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { StatementValues } from '../../../service/ports/statement-values.ts';
import { conditionsOf } from '../conditions.ts';

/** See VectorIndex.coverage. */
export async function coverage(
  sql: Sql,
  owner: Owner,
  filters: IndexFilters,
  within: string[] | undefined,
): Promise<{ read: number; of: number }> {
  const values = new StatementValues();
  const own = values.add(owner);
  const conditions = conditionsOf(filters, within, values);
  const counted = `select count(*) as of, count(*) filter (where windows > 0) as read from search_memories where owner = ${own}${conditions}`;
  const kept = `select memories as of, memories - (select count(*) from search_unread where owner = ${own}) as read from search_owners where owner = ${own}`;
  const [row] = await sql.query<{ read: number; of: number }>(conditions === '' ? kept : counted, values.all);
  return row ?? { read: 0, of: 0 };
}

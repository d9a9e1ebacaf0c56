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
): Promise<{ indexed: number; total: number }> {
  const values = new StatementValues();
  const own = values.add(owner);
  const conditions = conditionsOf(filters, within, values);
  const filtered = `select count(*) as total, count(*) filter (where windows > 0) as indexed from search_memories where owner = ${own}${conditions}`;
  const unfiltered = `select memories as total, memories - (select count(*) from search_unread where owner = ${own} and not again) as indexed from search_owners where owner = ${own}`;
  const [row] = await sql.query<{ indexed: number; total: number }>(
    conditions === '' ? unfiltered : filtered,
    values.all,
  );
  return row ?? { indexed: 0, total: 0 };
}

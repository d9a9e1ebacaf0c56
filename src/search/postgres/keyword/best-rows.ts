import type { IndexFilters } from '../../../service/ports/keyword-index.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { StatementValues } from '../../../service/ports/statement-values.ts';
import type { Bag } from '../../keyword/bag.ts';
import { conditionsOf } from '../conditions.ts';

export interface BestQuery {
  /** Numbers (internal ids) of the memories with the highest scores. All are wanted. */
  above: number[];
  /** Numbers of the memories that share the next lower score. Only the newest of them are wanted, at most `most`. */
  tied: number[];
  most: number;
  /** Ids that are wanted if they pass the filters and are visible. */
  also: string[];
  filters: IndexFilters;
  within: string[] | undefined;
}

export interface BestRow {
  id: string;
  number: number;
  /** Unix milliseconds. */
  createdAt: number;
  bag: Bag;
}

/** Reads the wanted memories with their bags, each once. */
export function bestRows(
  sql: Sql,
  owner: Owner,
  { above, tied, most, also, filters, within }: BestQuery,
): Promise<BestRow[]> {
  const values = new StatementValues();
  const from = `select number, memory, created_at from search_memories where owner = ${values.add(owner)}`;
  const statements = [
    `${from} and number = any(${values.add(above)}::int[])`,
    `(${from} and number = any(${values.add(tied)}::int[]) order by created_at desc, memory desc limit ${values.add(most)})`,
  ];
  if (also.length > 0)
    statements.push(`${from} and memory = any(${values.add(also)}::text[])${conditionsOf(filters, within, values)}`);
  return sql.query<BestRow>(
    `select h.memory as id, h.number, h.created_at as "createdAt", b.bag from (${statements.join(' union ')}) h join search_bags b on b.owner = $1 and b.number = h.number`,
    values.all,
  );
}

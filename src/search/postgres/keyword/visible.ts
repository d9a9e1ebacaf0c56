import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { conditionsOf } from '../conditions.ts';
import { numbersOf } from '../postings.ts';
import type { IndexFilters } from '../../../service/ports/keyword-index.ts';
import { StatementValues } from '../../../service/ports/statement-values.ts';

/** The memories that the caller may see. */
export interface Visible {
  memories: number;
  /** The sum of the memories' lengths. A memory's length is its number of distinct terms. */
  totalLength: number;
  /** Higher than the numbers of all the owner's memories. */
  end: number;
  /** Ids of the visible collections; undefined: all memories. */
  within: string[] | undefined;
  /** By memory number: 1 if the memory is visible. Undefined if all are. */
  mask: Uint8Array | undefined;
}

/** The memories that the caller may see. Undefined if there are none. */
export async function visibleTo(sql: Sql, owner: Owner, within: string[] | undefined): Promise<Visible | undefined> {
  const [row] = await sql.query<{ memories: number; totalLength: number; end: number }>(
    'select memories, total_length as "totalLength", next_number as "end" from search_owners where owner = $1',
    [owner],
  );
  if (row === undefined || row.memories === 0) return undefined;
  if (within === undefined) return { ...row, within, mask: undefined };
  const [visible] = await sql.query<{ memories: number; totalLength: number; numbers: Uint8Array | null }>(
    `select count(*) as memories, coalesce(sum(length), 0)::bigint as "totalLength", string_agg(int4send(number), ''::bytea) as numbers
    from search_memories where owner = $1 and collection = any($2::text[])`,
    [owner, within],
  );
  if (visible?.numbers == null) return undefined;
  return {
    memories: visible.memories,
    totalLength: visible.totalLength,
    end: row.end,
    within,
    mask: maskOf(numbersOf(visible.numbers), row.end),
  };
}

/** By memory number: 1 if the memory passes the filters and is visible. */
export async function passingMask(
  sql: Sql,
  owner: Owner,
  filters: IndexFilters,
  { within, end }: Visible,
): Promise<Uint8Array> {
  const values = new StatementValues();
  const [row] = await sql.query<{ numbers: Uint8Array | null }>(
    `select string_agg(int4send(number), ''::bytea) as numbers from search_memories where owner = ${values.add(owner)}${conditionsOf(filters, within, values)}`,
    values.all,
  );
  return maskOf(row?.numbers ? numbersOf(row.numbers) : [], end);
}

/** Returns the numbers whose memories pass the filters and are visible. */
export async function passingAmong(
  sql: Sql,
  owner: Owner,
  numbers: number[],
  filters: IndexFilters,
  { within }: Visible,
): Promise<number[]> {
  const values = new StatementValues();
  const rows = await sql.query<{ number: number }>(
    `select number from search_memories where owner = ${values.add(owner)} and number = any(${values.add(numbers)}::int[])${conditionsOf(filters, within, values)}`,
    values.all,
  );
  return rows.map(({ number }) => number);
}

function maskOf(numbers: number[], end: number): Uint8Array {
  const mask = new Uint8Array(end);
  for (const number of numbers) mask[number] = 1;
  return mask;
}

import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { conditionsOf } from '../conditions.ts';
import { numbersOf } from '../postings.ts';
import type { IndexFilters } from '../../../service/ports/keyword-index.ts';
import { StatementValues } from '../../../service/ports/statement-values.ts';

/** The memories that the caller may see. */
export interface Seen {
  memories: number;
  /** The sum of their lengths, in distinct terms. */
  totalLength: number;
  /** Higher than the numbers of all the owner's memories. */
  end: number;
  /** Ids of the visible collections; undefined: all memories. */
  within: string[] | undefined;
  /** 1 for each visible memory; undefined if all are. */
  numbers: Uint8Array | undefined;
}

/** What the caller may see; undefined if it may see nothing. */
export async function seenBy(sql: Sql, owner: Owner, within: string[] | undefined): Promise<Seen | undefined> {
  const [row] = await sql.query<{ memories: number; totalLength: number; end: number }>(
    'select memories, total_length as "totalLength", next_number as "end" from search_owners where owner = $1',
    [owner],
  );
  if (row === undefined || row.memories === 0) return undefined;
  if (within === undefined) return { ...row, within, numbers: undefined };
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
    numbers: maskOf(numbersOf(visible.numbers), row.end),
  };
}

/** 1 for each number that passes the filters and is visible. */
export async function passing(
  sql: Sql,
  owner: Owner,
  filters: IndexFilters,
  { within, end }: Seen,
): Promise<Uint8Array> {
  const values = new StatementValues();
  const [row] = await sql.query<{ numbers: Uint8Array | null }>(
    `select string_agg(int4send(number), ''::bytea) as numbers from search_memories where owner = ${values.add(owner)}${conditionsOf(filters, within, values)}`,
    values.all,
  );
  return maskOf(row?.numbers ? numbersOf(row.numbers) : [], end);
}

/** The numbers among these that pass the filters and are visible. */
export async function passingOf(
  sql: Sql,
  owner: Owner,
  numbers: number[],
  filters: IndexFilters,
  { within }: Seen,
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

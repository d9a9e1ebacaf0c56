import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import type { Bag } from '../../keyword/bag.ts';
import type { Live } from './entry.ts';

/** A live memory as stored in the tables. */
export interface StoredMemory extends Live {
  memory: string;
  /** An internal number, which postings contain. A memory whose words change gets a new one. */
  number: number;
  seq: number;
  /** In distinct terms. */
  length: number;
}

/** The previously stored version of a memory. */
export interface PreviousVersion {
  memory: string;
  number: number;
  textHash: string;
  bag: Bag;
}

/** By id, the stored versions of these memories. */
export async function previousVersions(
  sql: Sql,
  owner: Owner,
  memories: string[],
): Promise<Map<string, PreviousVersion>> {
  const rows = await sql.query<PreviousVersion>(
    `select memory, number, text_hash as "textHash", bag from search_memories join search_bags using (owner, number) where owner = $1 and memory = any($2::text[])`,
    [owner, memories],
  );
  return new Map(rows.map((row) => [row.memory, row]));
}

/** By id, the sizes of the stored bags of these memories, in bytes. */
export async function storedSizes(sql: Sql, owner: Owner, memories: string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ memory: string; size: number }>(
    'select memory, octet_length(bag) as size from search_memories join search_bags using (owner, number) where owner = $1 and memory = any($2::text[])',
    [owner, memories],
  );
  return new Map(rows.map(({ memory, size }) => [memory, size]));
}

/** Deletes memories, and the bags (lists of words) with these numbers. */
export async function dropMemories(sql: Sql, owner: Owner, memories: string[], numbers: number[]): Promise<void> {
  if (numbers.length > 0)
    await sql.query('delete from search_bags where owner = $1 and number = any($2::int[])', [owner, numbers]);
  if (memories.length > 0)
    await sql.query('delete from search_memories where owner = $1 and memory = any($2::text[])', [owner, memories]);
}

/** Inserts or updates memories. `fresh`: the memories with a new number, whose bags are inserted too. */
export async function putMemories(
  sql: Sql,
  owner: Owner,
  memories: StoredMemory[],
  fresh: StoredMemory[],
): Promise<void> {
  if (memories.length === 0) return;
  await sql.query(
    `insert into search_memories as m (owner, memory, number, seq, created_at, source, collection, tag_keys, site, length, text_hash, windows)
    select $1, memory, number, seq, "createdAt", source, collection, array(select json_array_elements_text("tagKeys")), site, length, "textHash", 0
    from json_to_recordset($2::json) as g (memory text, number int, seq bigint, "createdAt" bigint, source text, collection text, "tagKeys" json, site text, length int, "textHash" text)
    on conflict (owner, memory) do update set number = excluded.number, seq = excluded.seq, created_at = excluded.created_at, source = excluded.source,
      collection = excluded.collection, tag_keys = excluded.tag_keys, site = excluded.site, length = excluded.length, text_hash = excluded.text_hash`,
    [owner, JSON.stringify(memories.map(({ bag: _, ...row }) => row))],
  );
  if (fresh.length === 0) return;
  await sql.query('insert into search_bags (owner, number, bag) select $1, * from unnest($2::int[], $3::text[])', [
    owner,
    fresh.map(({ number }) => number),
    fresh.map(({ bag }) => bag),
  ]);
}

import { analyserVersion } from '../../../lib/text/term.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';

/** An owner's row, held until the transaction ends. */
export interface HeldOwner {
  store: string;
  analyser: number;
  seq: number;
  nextNumber: number;
}

export async function holdOwner(sql: Sql, owner: Owner): Promise<HeldOwner | undefined> {
  const [row] = await sql.query<HeldOwner>('select store, analyser, seq, next_number as "nextNumber" from search_owners where owner = $1 for update', [owner]);
  return row;
}

const tables = ['search_postings', 'search_words', 'search_bags', 'search_memories', 'search_windows', 'search_unread'];

/** Empties all that was made of an owner's feed, unless another process did so meanwhile. */
export async function beginAnew(sql: Sql, owner: Owner, { store, last }: { store: string; last: number }): Promise<void> {
  const columns = 'owner, store, analyser, seq, memories, total_length, next_number, windows';
  const inserted = await sql.query(`insert into search_owners (${columns}) values ($1, $2, $3, 0, 0, 0, 0, 0) on conflict do nothing returning owner`, [owner, store, analyserVersion]);
  if (inserted.length > 0) return;
  const before = await holdOwner(sql, owner);
  if (before?.store === store && before.analyser === analyserVersion && before.seq <= last) return;
  for (const table of tables) await sql.query(`delete from ${table} where owner = $1`, [owner]);
  const values = [owner, store, analyserVersion];
  await sql.query('update search_owners set store = $2, analyser = $3, seq = 0, memories = 0, total_length = 0, next_number = 0, windows = 0 where owner = $1', values);
}

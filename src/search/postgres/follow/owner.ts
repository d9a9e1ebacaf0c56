import { analyserVersion } from '../../../lib/text/term.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';

/** The store and the analyser that an owner's tables were made with, and the seq up to which they are current. */
export interface FeedState {
  store: string;
  analyser: number;
  seq: number;
}

/** Returns the owner's row, locked until the transaction ends. */
export async function lockOwner(sql: Sql, owner: Owner): Promise<(FeedState & { nextNumber: number }) | undefined> {
  const [row] = await sql.query<FeedState & { nextNumber: number }>(
    'select store, analyser, seq, next_number as "nextNumber" from search_owners where owner = $1 for update',
    [owner],
  );
  return row;
}

const tables = ['search_postings', 'search_words', 'search_bags', 'search_memories', 'search_windows', 'search_unread'];

/**
 * Creates the owner's row if there is none. Otherwise empties the owner's tables and resets the seq to 0, unless
 * another process has changed the row since `seen` was read.
 */
export async function startOver(sql: Sql, owner: Owner, store: string, seen: FeedState | undefined): Promise<void> {
  const columns = 'owner, store, analyser, seq, memories, total_length, next_number, windows';
  const values = [owner, store, analyserVersion];
  await sql.query(
    `insert into search_owners (${columns}) values ($1, $2, $3, 0, 0, 0, 0, 0) on conflict do nothing`,
    values,
  );
  const current = await lockOwner(sql, owner);
  if (
    seen === undefined ||
    current === undefined ||
    current.store !== seen.store ||
    current.analyser !== seen.analyser ||
    current.seq !== seen.seq
  )
    return;
  for (const table of tables) await sql.query(`delete from ${table} where owner = $1`, [owner]);
  await sql.query(
    'update search_owners set store = $2, analyser = $3, seq = 0, memories = 0, total_length = 0, next_number = 0, windows = 0 where owner = $1',
    values,
  );
}

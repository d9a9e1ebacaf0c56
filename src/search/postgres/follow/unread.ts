import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import type { Before, KeptMemory } from './memories.ts';

/** Deletes the vectors of memories that are deleted or have a new text, and queues what must be indexed. Returns the number of deleted vectors. */
export async function putUnread(
  sql: Sql,
  owner: Owner,
  gone: string[],
  kept: KeptMemory[],
  known: ReadonlyMap<string, Before>,
): Promise<number> {
  const unread = kept.filter(({ memory, textHash }) => known.get(memory)?.textHash !== textHash);
  const isUnread = new Set(unread);
  const moved = kept.filter((one) => !isUnread.has(one)).map(({ memory }) => memory);
  const stale = [...gone, ...unread.map(({ memory }) => memory).filter((memory) => known.has(memory))];
  let windows = 0;
  if (stale.length > 0) {
    const [row] = await sql.query<{ count: number }>(
      'with gone as (delete from search_windows where owner = $1 and memory = any($2::text[]) returning 1) select count(*) from gone',
      [owner, stale],
    );
    windows = row!.count;
    await sql.query('update search_memories set windows = 0 where owner = $1 and memory = any($2::text[])', [
      owner,
      stale,
    ]);
    await sql.query('delete from search_unread where owner = $1 and memory = any($2::text[])', [owner, stale]);
  }
  if (unread.length > 0) {
    await sql.query(
      'insert into search_unread (owner, memory, created_at, text_hash) select $1, * from unnest($2::text[], $3::bigint[], $4::text[])',
      [
        owner,
        unread.map(({ memory }) => memory),
        unread.map(({ createdAt }) => createdAt),
        unread.map(({ textHash }) => textHash),
      ],
    );
  }
  if (moved.length > 0) {
    await sql.query(
      `update search_windows w set created_at = m.created_at, source = m.source, collection = m.collection, tag_keys = m.tag_keys
      from search_memories m where w.owner = $1 and w.memory = any($2::text[]) and m.owner = w.owner and m.memory = w.memory`,
      [owner, moved],
    );
  }
  return windows;
}

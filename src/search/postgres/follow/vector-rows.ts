import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import type { PreviousVersion, StoredMemory } from './memories.ts';

/**
 * Deletes the vectors and queue entries of memories that were deleted or have a new text. Queues memories with a new
 * text for indexing. Updates the filter columns of the other vectors. Returns the number of deleted vectors.
 */
export async function updateVectorRows(
  sql: Sql,
  owner: Owner,
  deleted: string[],
  stored: StoredMemory[],
  known: ReadonlyMap<string, PreviousVersion>,
): Promise<number> {
  const changed = stored.filter(({ memory, textHash }) => known.get(memory)?.textHash !== textHash);
  const isChanged = new Set(changed);
  const unchanged = stored.filter((memory) => !isChanged.has(memory)).map(({ memory }) => memory);
  const stale = [...deleted, ...changed.map(({ memory }) => memory).filter((memory) => known.has(memory))];
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
  if (changed.length > 0) {
    await sql.query(
      'insert into search_unread (owner, memory, created_at, text_hash) select $1, * from unnest($2::text[], $3::bigint[], $4::text[])',
      [
        owner,
        changed.map(({ memory }) => memory),
        changed.map(({ createdAt }) => createdAt),
        changed.map(({ textHash }) => textHash),
      ],
    );
  }
  if (unchanged.length > 0) {
    await sql.query(
      `update search_windows w set created_at = m.created_at, source = m.source, collection = m.collection, tag_keys = m.tag_keys, site = m.site
      from search_memories m where w.owner = $1 and w.memory = any($2::text[]) and m.owner = w.owner and m.memory = w.memory`,
      [owner, unchanged],
    );
  }
  return windows;
}

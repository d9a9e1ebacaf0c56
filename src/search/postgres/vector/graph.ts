import type { SqlDatabase } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { lockOwner } from '../follow/owner.ts';
import { exactLimit } from './nearest-by-vector.ts';

/** Memories added to the graph per transaction. */
const slice = 50;

/**
 * The owners whose vectors are too many for an exact comparison and aren't all in the graph (pgvector's HNSW index).
 */
export async function ownersToGraph(database: SqlDatabase, most = exactLimit): Promise<Owner[]> {
  const rows = await database.query<{ owner: Owner }>(
    `select owner from search_owners where windows > $1 and not graphed and to_regclass('search_windows_graph') is not null`,
    [most],
  );
  return rows.map(({ owner }) => owner);
}

/**
 * Adds the vectors of the next memories (by id, after `after`) to the graph. Returns the last id added, or undefined
 * when the graph is complete.
 */
export async function addToGraph(database: SqlDatabase, owner: Owner, after: string): Promise<string | undefined> {
  return database.transaction('write', async (sql) => {
    await lockOwner(sql, owner);
    const memories = await sql.query<{ memory: string }>(
      'select memory from search_memories where owner = $1 and memory > $2 order by memory limit $3',
      [owner, after, slice],
    );
    const ids = memories.map(({ memory }) => memory);
    await sql.query(
      'update search_windows set graphed = true where owner = $1 and memory = any($2::text[]) and not graphed',
      [owner, ids],
    );
    if (ids.length > 0) return ids.at(-1);
    // Adds the memories saved meanwhile whose ids sort before `after`. There are few, since ids grow with time.
    await sql.query('update search_windows set graphed = true where owner = $1 and not graphed', [owner]);
    await sql.query('update search_owners set graphed = true where owner = $1', [owner]);
    return undefined;
  });
}

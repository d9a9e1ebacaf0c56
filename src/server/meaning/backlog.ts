import { analyserVersion } from '../../lib/text/term.ts';
import type { Sql, SqlDatabase } from '../../service/ports/sql.ts';
import type { Owner } from '../../service/ports/store.ts';

export const maxBehind = 100;

/**
 * At most `maxBehind` owners whose search tables lack changes or were made by another version of the analyser. Scans
 * all owners: a second or more for a million.
 */
export async function ownersBehind(database: SqlDatabase): Promise<Owner[]> {
  const rows = await database.query<{ owner: Owner }>(
    'select o.owner from owners o left join search_owners s on s.owner = o.owner where o.seq > 0 and (s.seq is null or s.seq < o.seq or s.analyser <> $1) limit $2',
    [analyserVersion, maxBehind],
  );
  return rows.map(({ owner }) => owner);
}

/**
 * Counts the memories of all users that the model hasn't indexed: `waiting` to be indexed, or `setAside` because the
 * model can't index them.
 */
export async function unindexedMemories(sql: Sql): Promise<{ waiting: number; setAside: number }> {
  const [row] = await sql.query<{ waiting: number; setAside: number }>(
    'select count(*) filter (where not set_aside) as waiting, count(*) filter (where set_aside) as "setAside" from search_unread',
  );
  return row ?? { waiting: 0, setAside: 0 };
}

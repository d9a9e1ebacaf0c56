import { analyserVersion } from '../../lib/text/term.ts';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import type { Owner } from '../../service/ports/store.ts';

/** How many owners are looked up at a time. */
export const mostBehind = 100;

/** Owners whose memories have changed since their searches' tables were made, by the tables of the store and of searches. It goes over all owners: a second or more for a million. */
export async function ownersBehind(database: SqlDatabase): Promise<Owner[]> {
  const rows = await database.query<{ owner: Owner }>(
    'select o.owner from owners o left join search_owners s on s.owner = o.owner where o.seq > 0 and (s.seq is null or s.seq < o.seq or s.analyser <> $1) limit $2',
    [analyserVersion, mostBehind],
  );
  return rows.map(({ owner }) => owner);
}

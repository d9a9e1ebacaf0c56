import { within } from '../lib/within.ts';
import type { Migration, SqlDatabase } from '../service/ports/sql.ts';
import { pendingMigrations } from './database/migrate.ts';

/** Longer than a database takes that can serve. */
const patienceMs = 2_000;

/** Why no request can be served now: the database does not answer, or its tables have not the form of this version. */
export function unreadyOver(database: SqlDatabase, migrations: readonly Migration[]): () => Promise<string | undefined> {
  return async () => {
    try {
      const pending = await within(patienceMs, pendingMigrations(database, migrations));
      if (pending === undefined) return 'The database takes too long to answer.';
      return pending.length === 0 ? undefined : 'The tables of the database have not the form of this version.';
    } catch {
      return `The database can't be reached.`;
    }
  };
}

import { within } from '../lib/timing.ts';
import type { Migration, SqlDatabase } from '../service/ports/sql.ts';
import { pendingMigrations } from './database/migrate.ts';

/** Longer than a database takes that can serve. */
const patienceMs = 2_000;

/** How long an answer stands: anybody may ask, uncounted, and must not keep the database busy. */
const standsMs = 1_000;

/** Why no request can be served now: the database does not answer, or its tables have not the form of this version. Whoever asks while it is looked, or within a second after, shares the answer. */
export function unreadyOver(
  database: SqlDatabase,
  migrations: readonly Migration[],
): () => Promise<string | undefined> {
  let shared: Promise<string | undefined> | undefined;
  const look = async () => {
    const reason = await reasonOf(within(patienceMs, pendingMigrations(database, migrations)));
    setTimeout(() => (shared = undefined), standsMs).unref();
    return reason;
  };
  return () => (shared ??= look());
}

/** `pending`: undefined where it was not known in time. */
async function reasonOf(pending: Promise<string[] | undefined>): Promise<string | undefined> {
  try {
    const steps = await pending;
    if (steps === undefined) return 'The database takes too long to answer.';
    return steps.length === 0 ? undefined : 'The database needs a migration or a newer version of Commonplace.';
  } catch {
    return `The database can't be reached.`;
  }
}

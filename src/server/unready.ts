import { within } from '../lib/timing.ts';
import type { Migration, SqlDatabase } from '../service/ports/sql.ts';
import { pendingMigrations } from './database/migrate.ts';

/** A database that takes longer to respond counts as unable to serve requests. */
const timeoutMs = 2_000;

/** How long a result is reused: these checks are not rate-limited and must not keep the database busy. */
const reuseMs = 1_000;

/**
 * Returns a function that explains why no request can be served now: the database can't be reached, takes too long to
 * respond, or has pending migrations. It returns undefined if requests can be served.
 */
export function unreadyOver(
  database: SqlDatabase,
  migrations: readonly Migration[],
): () => Promise<string | undefined> {
  let shared: Promise<string | undefined> | undefined;
  const check = async () => {
    const reason = await reasonOf(within(timeoutMs, pendingMigrations(database, migrations)));
    setTimeout(() => (shared = undefined), reuseMs).unref();
    return reason;
  };
  return () => (shared ??= check());
}

/** `pending` resolves with undefined if the database took too long. */
async function reasonOf(pending: Promise<string[] | undefined>): Promise<string | undefined> {
  try {
    const steps = await pending;
    if (steps === undefined) return 'The database takes too long to respond.';
    return steps.length === 0 ? undefined : 'The database needs a migration or a newer version of Commonplace.';
  } catch {
    return `The database can't be reached.`;
  }
}

import { Pool } from 'pg';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import { openingError } from './errors.ts';
import { poolDatabase, poolOptions } from './pool-database.ts';
import { Thread } from './thread.ts';
import { runUpkeep } from './upkeep.ts';
import { Wire } from './wire.ts';

const upkeepMs = 10_000;

/**
 * PostgreSQL in a thread of this process, stored in a folder that no other process may use.
 * It has one connection, which callers use in turn. If the thread ends, a new one recovers from the folder.
 * Calls `report` each time the upkeep (flushes, checkpoints, vacuums) fails, unless the database is closed.
 */
export async function pglite(folder: string, report: (error: unknown) => void = () => {}): Promise<SqlDatabase> {
  let thread = new Thread(folder);
  const stream = () => {
    if (!thread.alive) thread = new Thread(folder);
    return new Wire(thread);
  };
  const pool = new Pool({
    ...poolOptions,
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream,
  });
  let ended = false;
  const end = async () => {
    ended = true;
    clearInterval(timer);
    await pool.end();
    await thread.close();
  };
  // Not rethrown: the next upkeep tries again.
  const onUpkeepFailed = (error: unknown) => {
    if (!ended) report(error);
  };
  let upkeep: Promise<void> | undefined;
  const timer = setInterval(
    () =>
      void (upkeep ??= opened
        .then(runUpkeep)
        .catch(onUpkeepFailed)
        .finally(() => (upkeep = undefined))),
    upkeepMs,
  ).unref();
  const opened = poolDatabase(pool, 'PGlite with PostgreSQL', end);
  return opened.catch(async (error: unknown) => {
    await end();
    throw openingError(`The database in ${folder} can't be opened`, error);
  });
}

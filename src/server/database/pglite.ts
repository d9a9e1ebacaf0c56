import { Pool } from 'pg';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import { pooled, pooling } from './pooled.ts';
import { Thread } from './thread.ts';
import { Wire } from './wire.ts';

/** PGlite, and what only its tests do to it. */
export interface PgliteDatabase extends SqlDatabase {
  /** Ends its thread wherever it is; the next statement finds another one. */
  killThread(): Promise<void>;
}

/**
 * PostgreSQL within this process, in a thread, kept in a folder that nobody else may use, or without one only in memory.
 * It has one connection: whoever uses it waits for the others. Where the thread ends, a new one recovers from the folder.
 */
export async function pglite(folder?: string): Promise<PgliteDatabase> {
  let thread = new Thread(folder);
  const stream = () => {
    if (!thread.alive) thread = new Thread(folder);
    return new Wire(thread);
  };
  const pool = new Pool({ ...pooling, max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres', password: '', ssl: false, stream });
  const close = async () => {
    await pool.end();
    await thread.close();
  };
  return { ...(await pooled(pool, 'PGlite with PostgreSQL', close)), killThread: () => thread.kill() };
}

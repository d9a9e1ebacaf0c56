import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY. */
const busy = 5;

/** How long to wait for the lock: two processes that start at the same moment may block each other briefly. */
const timeoutMs = 1_000;

type Lock = { release(): void } | { holder: string | undefined };

/**
 * Locks a folder for this process, or returns the PID of the process that has locked it, if known.
 *
 * The lock is SQLite's, on an empty database in the folder: SQLite is the only part of Node that uses the system's file
 * locks on Linux, macOS and Windows. The system releases the lock when the process ends in any way, so no lock is ever
 * stale.
 */
export function takeLock(folder: string, toError: (error: unknown) => Error): Lock {
  const lockFile = join(folder, 'lock');
  const pidFile = join(folder, 'lock.pid');
  let database: DatabaseSync | undefined;
  try {
    restrictToOwner(lockFile);
    database = new DatabaseSync(lockFile, { timeout: timeoutMs });
    database.exec('pragma journal_mode = memory; begin exclusive');
    restrictToOwner(pidFile);
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === busy) return { holder: pidIn(pidFile) };
    throw toError(error);
  }
  const locked = database;
  return {
    release() {
      rmSync(pidFile, { force: true });
      locked.close();
    },
  };
}

/**
 * Creates a file that only this user can read, or restricts an existing file. Anyone who can read the lock file could
 * lock a part of it and block everyone. Never opens an existing file: closing it would release every lock that this
 * process has on it.
 */
function restrictToOwner(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, 0o600);
  }
}

/** Undefined if the file has no PID, for example because the other process hasn't written it yet. */
function pidIn(file: string): string | undefined {
  try {
    return /^\d+$/m.exec(readFileSync(file, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}

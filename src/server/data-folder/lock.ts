import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's number for what another process has locked. */
const busy = 5;

/** As long as two that ask at the same moment may stand in each other's way. */
const patienceMs = 1_000;

type Lock = { release(): void } | { holder: string | undefined };

/**
 * Takes a folder for this process, or tells the number of the process that has it, if that is known.
 *
 * The lock is SQLite's on an empty database in the folder: of all that Node brings, the one that stands on the system's own locks of files, on Linux, macOS and Windows.
 * The system frees it when the process ends, however it ends. So nothing stale is ever left, none is taken over by its age, and a number that was given to another process misleads nobody.
 */
export function takeLock(folder: string, failure: (error: unknown) => Error): Lock {
  const lock = join(folder, 'lock');
  const holder = join(folder, 'lock.pid');
  let database: DatabaseSync | undefined;
  try {
    keepToOwner(lock);
    database = new DatabaseSync(lock, { timeout: patienceMs });
    database.exec('pragma journal_mode = memory; begin exclusive');
    keepToOwner(holder);
    writeFileSync(holder, `${process.pid}\n`);
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === busy) return { holder: numberIn(holder) };
    throw failure(error);
  }
  const held = database;
  return {
    release() {
      rmSync(holder, { force: true });
      held.close();
    },
  };
}

/**
 * Makes a file for this user alone, or closes one that is there to others: whoever may read the lock may hold a part of it, and so keep everybody from the whole.
 * One that is there is not opened, since to close it again would end every lock that this process has on it.
 */
function keepToOwner(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, 0o600);
  }
}

/** Undefined where the other process has the lock and has not yet said so. */
function numberIn(file: string): string | undefined {
  try {
    return /^\d+$/m.exec(readFileSync(file, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}

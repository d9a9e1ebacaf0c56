import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const holder = join(folder, 'lock.pid');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, 'lock'), { timeout: patienceMs });
    database.exec('pragma journal_mode = memory; begin exclusive');
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

/** Undefined where the other process has the lock and has not yet said so. */
function numberIn(file: string): string | undefined {
  try {
    return /^\d+$/m.exec(readFileSync(file, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}

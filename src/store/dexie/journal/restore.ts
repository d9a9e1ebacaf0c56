import type { Dexie, Transaction } from 'dexie';
import type { Clock } from '../../../service/ports/clock.ts';
import { storeNameSetting } from '../../../service/ports/store.ts';
import type { Restored } from '../../local-store.ts';
import { StrictTables } from '../tables.ts';
import { wholeFileOf } from './entries.ts';
import type { FileName, OpenFiles } from './files.ts';
import type { RenewalOptions } from './renewal.ts';
import { clearAll, replay, type Transact } from './replay.ts';
import { writeRow } from './row.ts';

export interface RestoreOptions extends Pick<RenewalOptions, 'sliceBytes'> {
  clock: Clock;
}

/**
 * Brings back what the files hold, into a database that is empty or that an earlier restore, cut short, has begun to fill.
 * Undefined where the files hold nothing.
 */
export async function restore(database: Dexie, transact: Transact, files: OpenFiles, { clock, sliceBytes }: RestoreOptions): Promise<Restored | undefined> {
  const newest = newestOf(files);
  if (newest === undefined) return undefined;
  const { damaged, ...whole } = newest;
  await transact(async (transaction) => {
    await clearAll(database, transaction);
    await writeRow(transaction, { restoring: true });
  });
  await replay(database, transact, files[whole.file], { from: 0, sliceBytes, rowAt: () => ({ restoring: true }) });
  const memories = await transact(async (transaction: Transaction) => {
    const tables = new StrictTables(transaction);
    // Numbers that views have seen will be given out a second time: under another name of the store, they begin anew.
    if (damaged) await tables.settings.delete(storeNameSetting);
    await writeRow(transaction, { whole });
    return tables.memories.count();
  });
  return { memories, at: new Date(clock.now()).toISOString(), damaged };
}

/** The newest of the files that hold a finished snapshot. */
export function newestOf(files: OpenFiles) {
  const whole = (['a', 'b'] satisfies FileName[]).map((file) => ({ file, found: wholeFileOf(files[file]) }));
  const found = whole.flatMap(({ file, found }) => (found ? [{ file, ...found }] : []));
  return found.sort((one, other) => other.generation - one.generation)[0];
}

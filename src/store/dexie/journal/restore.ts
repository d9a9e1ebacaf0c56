import type { Dexie, Transaction } from 'dexie';
import type { Clock } from '../../../service/ports/clock.ts';
import { hex } from '../../../lib/hash.ts';
import { storeNameSetting } from '../../../service/ports/store.ts';
import type { RestoredMemories } from '../../../lib/second-copy.ts';
import { StrictTables } from '../tables.ts';
import { checkpointOf } from './checkpoint.ts';
import { wholeFileOf, type WholeFile } from './entries.ts';
import type { FileName, OpenFiles } from './files.ts';
import type { RenewalOptions } from './renewal.ts';
import { clearAll, replay, type Transact } from './replay.ts';
import { writeRow } from './row.ts';
import type { Checkpoint, FileLength } from './status.ts';

export interface RestoreOptions extends Pick<RenewalOptions, 'sliceBytes'> {
  clock: Clock;
  /** The last known checkpoint of the database, if any. */
  known: Checkpoint | undefined;
  /** The last known length of the file in use, if any. */
  written: FileLength | undefined;
}

/**
 * Replaces the content of the database with that of the newest file. To be called only if the database is empty, has
 * gone back to an earlier state, or was partly filled by an interrupted restore.
 * Returns undefined if there is no file and nothing is known to be missing.
 */
export async function restore(
  database: Dexie,
  transact: Transact,
  files: OpenFiles,
  newest: NewestFile | undefined,
  { clock, known, written, sliceBytes }: RestoreOptions,
): Promise<RestoredMemories | undefined> {
  const at = new Date(clock.now()).toISOString();
  if (newest === undefined)
    return known && known.seq > 0
      ? resultOf({ seq: 0, memories: 0, damaged: false, isShort: true }, known, at)
      : undefined;
  const { damaged, ...whole } = newest;
  const isShort = written !== undefined && isShorter(newest, written);
  await transact(async (transaction) => {
    await clearAll(database, transaction);
    await writeRow(transaction, { restoring: true });
  });
  await replay(database, transact, files[whole.file], { from: 0, sliceBytes, rowAt: () => ({ restoring: true }) });
  return transact(async (transaction: Transaction) => {
    const tables = new StrictTables(transaction);
    const [{ seq }, memories] = await Promise.all([checkpointOf(transaction), tables.memories.count()]);
    const restored = resultOf({ seq, memories, damaged, isShort }, known, at);
    // Changes are lost, so new changes may get a `seq` that views have already seen. A new store name makes the views
    // start over.
    if (!restored.complete)
      await tables.settings.put({ name: storeNameSetting, value: hex(crypto.getRandomValues(new Uint8Array(32))) });
    await writeRow(transaction, { whole });
    return restored;
  });
}

const isShorter = (one: FileLength, other: FileLength) =>
  one.generation < other.generation || (one.generation === other.generation && one.end < other.end);

/** `isShort`: the file lacks changes. If the known checkpoint has none of them either, their number is unknown. */
function resultOf(
  { seq, memories, damaged, isShort }: Checkpoint & { damaged: boolean; isShort: boolean },
  known: Checkpoint | undefined,
  at: string,
): RestoredMemories {
  const isKnown = known !== undefined && (!isShort || known.seq > seq);
  const before = isKnown ? { memories: known.memories, missingChanges: Math.max(0, known.seq - seq) } : undefined;
  return { memories, at, damaged, complete: !damaged && before?.missingChanges === 0, before };
}

export type NewestFile = WholeFile & { file: FileName };

/** The newest file with a finished snapshot; a damaged one only if there is no other. */
export function newestOf(files: OpenFiles): NewestFile | undefined {
  const whole = (['a', 'b'] satisfies FileName[]).map((file) => ({ file, found: wholeFileOf(files[file]) }));
  const found = whole.flatMap(({ file, found }) => (found ? [{ file, ...found }] : []));
  return found.sort((a, b) => Number(a.damaged) - Number(b.damaged) || b.generation - a.generation)[0];
}

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
  known: Checkpoint | undefined;
  /** The last known length of the file in use, if any. */
  written: FileLength | undefined;
  /** Stores the result; called before the last transaction. */
  keep?: (restored: RestoredMemories) => Promise<void>;
}

/**
 * Replaces the content of the database with that of the newest file. Call only if the database is a read-only copy, is
 * empty, has gone back to an earlier state, or was partly filled by an interrupted restore. Returns undefined if there
 * is no file and nothing is known to be missing.
 */
export async function restore(
  database: Dexie,
  transact: Transact,
  files: OpenFiles,
  newest: NewestFile | undefined,
  { clock, known, written, sliceBytes, keep = async () => {} }: RestoreOptions,
): Promise<RestoredMemories | undefined> {
  const at = new Date(clock.now()).toISOString();
  if (newest === undefined) {
    if (known === undefined || known.seq === 0) return undefined;
    const nothing = resultOf({ seq: 0, memories: 0, damaged: false, isShort: true }, known, at);
    await keep(nothing);
    return nothing;
  }
  const { damaged, ...whole } = newest;
  const isShort = written !== undefined && isShorter(newest, written);
  await transact(async (transaction) => {
    await clearAll(database, transaction);
    await writeRow(transaction, { restoring: true });
  });
  await replay(database, transact, files[whole.file], { from: 0, sliceBytes, rowAt: () => ({ restoring: true }) });
  const { seq, memories } = await transact(async (transaction: Transaction) => {
    const [{ seq }, memories] = await Promise.all([
      checkpointOf(transaction),
      new StrictTables(transaction).memories.count(),
    ]);
    return { seq, memories };
  });
  const restored = resultOf({ seq, memories, damaged, isShort }, known, at);
  // The result is stored before the restore is complete. If the process is killed in between, the restore is repeated.
  // In the other order, the result would be lost.
  await keep(restored);
  await transact(async (transaction: Transaction) => {
    // Changes are lost, so new changes may get a `seq` that views have already seen. A new store name makes the views
    // start over.
    if (!restored.complete)
      await new StrictTables(transaction).settings.put({
        name: storeNameSetting,
        value: hex(crypto.getRandomValues(new Uint8Array(32))),
      });
    await writeRow(transaction, { whole });
  });
  return restored;
}

const isShorter = (one: FileLength, other: FileLength) =>
  one.generation < other.generation || (one.generation === other.generation && one.end < other.end);

/** `isShort`: the file lacks changes. If the known checkpoint is from before these changes, their number is unknown. */
function resultOf(
  { seq, memories, damaged, isShort }: Checkpoint & { damaged: boolean; isShort: boolean },
  known: Checkpoint | undefined,
  at: string,
): RestoredMemories {
  const isKnown = known !== undefined && (!isShort || known.seq > seq);
  const before = isKnown ? { memories: known.memories, missingChanges: Math.max(0, known.seq - seq) } : undefined;
  return { memories, at, damaged, complete: !damaged && before?.missingChanges === 0, before };
}

/**
 * Combines a restore with an earlier one that the user hasn't acknowledged. What either of them couldn't restore stays
 * reported. If the earlier one was interrupted, both may report the same losses, so nothing is added up.
 */
export function withEarlier(restored: RestoredMemories, earlier: RestoredMemories | undefined): RestoredMemories {
  if (earlier === undefined || earlier.complete) return restored;
  if (restored.complete) return earlier;
  const [now, then] = [restored.before, earlier.before];
  return {
    ...restored,
    damaged: restored.damaged || earlier.damaged,
    before: now &&
      then && {
        memories: Math.max(now.memories, then.memories),
        missingChanges: Math.max(now.missingChanges, then.missingChanges),
      },
  };
}

export type NewestFile = WholeFile & { file: FileName };

/** The newest file with a finished snapshot; a damaged one only if there is no other. */
export function newestOf(files: OpenFiles): NewestFile | undefined {
  const whole = (['a', 'b'] satisfies FileName[]).map((file) => ({ file, found: wholeFileOf(files[file]) }));
  const found = whole.flatMap(({ file, found }) => (found ? [{ file, ...found }] : []));
  return found.sort((a, b) => Number(a.damaged) - Number(b.damaged) || b.generation - a.generation)[0];
}

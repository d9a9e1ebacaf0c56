import {
  backupOf,
  isDue,
  newestFirst,
  outdated,
  undoMs,
  type BackupInfo,
  type BackupsState,
  type RestoreMode,
} from '../../lib/backups.ts';
import type { Clock } from '../../service/ports/clock.ts';
import { localOwner } from '../../service/ports/store.ts';
import type { LocalStore } from '../../store/local-store.ts';
import type { ExportLine } from '../../v1/schemas/export-line.ts';
import type { OpenWork } from '../engine/open-work.ts';
import { UnreadableFile } from '../../transfer/unreadable.ts';
import { createCommandQueue } from './command-queue.ts';
import { backUp, contentOf, erasedAfter, linesOf, rewriteWithout, writeLines } from './copy.ts';
import type { BackupFolder } from './folder.ts';
import { createLosses } from './losses.ts';
import { restore, restoresEqual } from './restore.ts';
import { settingsIn } from './settings.ts';

export interface BackupsParts {
  store: LocalStore;
  folder: BackupFolder;
  work: OpenWork;
  clock: Clock;
  /** Opens an empty store, separate from the user's memories. `remove` deletes it. */
  openScratch: () => Promise<{ store: LocalStore; remove: () => Promise<void> }>;
  report: (failure: unknown) => void;
  onChange: () => void;
}

export interface Backups {
  state(): Promise<BackupsState>;
  /**
   * Makes the daily backup if due, and tests a restore once a month. Removes expired backups only if the clock
   * `isSettled` (service/settled-clock.ts).
   */
  maintain(isSettled: boolean): Promise<void>;
  /** Does nothing while another command runs. Never rejects; progress and outcome are in the state. */
  backUpNow(): Promise<void>;
  /** Backs up the store, unless it is empty, after the running command has ended. Rejects if that fails. */
  keepOwnCopy(): Promise<void>;
  /**
   * Stores a copy of a server's memories after the running command has ended. If the lines can't be read or written,
   * rejects and stores nothing.
   */
  keepServerCopy(lines: AsyncIterable<ExportLine>): Promise<void>;
  /**
   * Starts restoring after the running backup has ended. Progress and outcome are in the state. Rejects if another
   * restore runs or waits. If the backup is a copy of a file that the user chose, deletes it at the end, even after a
   * failure.
   */
  restore(name: string, mode: RestoreMode): Promise<void>;
  /** Like `restore`. First backs up the present state. Memories saved since the restore move to the trash. */
  undoRestore(): Promise<void>;
}

type CachedState = Omit<BackupsState, 'running' | 'trouble'>;

const testEveryMs = 30 * 86_400_000;

/** Makes daily backups of all memories, restores a backup, and undoes that restore. */
export function createBackups({ store, folder, work, clock, openScratch, report, onChange }: BackupsParts): Backups {
  /**
   * Set while a restore or an undo runs or waits. Returns whether the restore reads this backup, which must then not be
   * removed.
   */
  let isAwaited: ((backup: BackupInfo) => boolean) | undefined;

  const now = () => new Date(clock.now()).toISOString();
  const list = async () => newestFirst((await folder.names()).flatMap((name) => backupOf(name) ?? []));
  const undoable = (backups: readonly BackupInfo[]) =>
    backups.find(({ kind, at }) => kind === 'undo' && clock.now() - Date.parse(at) < undoMs);
  /** Cached between changes, because the extension's own pages ask for the state often. */
  let cached: Promise<CachedState> | undefined;
  const queue = createCommandQueue({ work, report, onChange, onEnd: () => (cached = undefined) });
  const { pace, run, runNext } = queue;
  const settings = settingsIn(store);
  const losses = createLosses(store, settings, clock);

  /** Starts a restore or its undo. Refuses a second restore, which would replace the undo of the first. */
  function startRestoring(command: () => Promise<void>, reads: (backup: BackupInfo) => boolean): void {
    if (isAwaited !== undefined) throw new Error('Another restore is running.');
    isAwaited = reads;
    void run('restoring', command).finally(() => (isAwaited = undefined));
  }

  async function backUpToday(): Promise<BackupInfo> {
    // Records a loss first: a new backup would look like one from before the loss.
    await losses.offered(await list());
    return backUp(store, folder, { kind: 'daily', at: now() }, pace('backing-up'));
  }

  async function daily(isSettled: boolean): Promise<void> {
    const backup = await backUpToday();
    await removeOutdated(isSettled);
    await forgetErased();
    await testRestore(backup);
  }

  async function backUpNow(isSettled = false): Promise<void> {
    if (queue.state().running === undefined) await run('backing-up', () => daily(isSettled));
  }

  /**
   * Removes backups that are no longer needed. After a loss of memories, the backups from before the loss stay while a
   * restore is offered.
   */
  async function removeOutdated(isSettled: boolean): Promise<void> {
    const backups = await list();
    const offer = await losses.offered(backups, isSettled);
    for (const backup of outdated(backups, isSettled ? clock.now() : undefined))
      if (!isAwaited?.(backup) && (offer === undefined || backup.at > offer.at)) await folder.remove(backup.name);
  }

  /**
   * Removes from the backups the memories deleted for good since the last call. Skips copies of files that the user
   * chose. Also skips backups for undo: they must keep the memories that the restore itself deleted.
   */
  async function forgetErased(): Promise<void> {
    const { erased, seq } = await erasedAfter(store, Number((await settings.read('backup-erased-seq')) ?? 0));
    let isDone = true;
    if (erased.size > 0)
      for (const backup of (await list()).filter(({ kind }) => kind !== 'undo' && kind !== 'given')) {
        await work.untilNoRequests();
        await rewriteWithout(folder, backup, erased).catch((failure: unknown) => {
          // A damaged backup stays, so that the user sees it. After another failure, such as a full disk, the next call
          // tries again.
          isDone &&= failure instanceof UnreadableFile;
          report(failure);
        });
      }
    if (isDone) await settings.put('backup-erased-seq', String(seq));
  }

  /** Once a month, restores a backup into an empty database and compares the two. */
  async function testRestore(backup: BackupInfo): Promise<void> {
    const last = await lastTest();
    const age = last === undefined ? Infinity : clock.now() - Date.parse(last.at);
    if (age >= 0 && age < testEveryMs) return;
    const scratch = await openScratch();
    try {
      // Removes the leftovers of a test during which the engine ended.
      await scratch.remove();
      const file = await folder.read(backup.name);
      const isEqual = await restoresEqual(scratch.store, file, now(), work.untilNoRequests);
      const tested = { at: now(), memories: backup.memories, isEqual };
      await settings.put('backup-tested', JSON.stringify(tested));
    } finally {
      await scratch.remove();
    }
  }

  async function lastTest(): Promise<BackupsState['tested']> {
    const text = await settings.read('backup-tested');
    return text === undefined ? undefined : (JSON.parse(text) as BackupsState['tested']);
  }

  async function removeGiven(name: string): Promise<void> {
    if (backupOf(name)?.kind === 'given') await folder.remove(name);
  }

  /** Reads a backup, even if it was renamed when memories were removed from it. */
  async function readBackup(name: string): Promise<Blob> {
    const names = (await list()).filter(isSameBackup(name)).map((backup) => backup.name);
    return folder.read(names.includes(name) ? name : (names[0] ?? name));
  }

  async function restoreBackup(name: string, mode: RestoreMode): Promise<void> {
    try {
      const file = await readBackup(name);
      // Throws if the backup is damaged, before the previous undo is replaced.
      await contentOf(linesOf(file));
      await keepForUndo();
      await restore(store, file, mode, now(), pace('restoring'));
      await settings.put('backup-restoring', '');
      await losses.endOffer();
    } finally {
      await removeGiven(name);
    }
  }

  /**
   * Backs up the present state for undo. The state of an unfinished restore becomes a daily backup instead: undo must
   * return to the state before that restore.
   */
  async function keepForUndo(): Promise<void> {
    const backups = await list();
    const earlier = undoable(backups);
    const isUnfinished = earlier !== undefined && earlier.name === (await settings.read('backup-restoring'));
    if (isUnfinished) return void (await backUpToday());
    const undo = await backUp(store, folder, { kind: 'undo', at: now() }, pace('backing-up'));
    await settings.put('backup-restoring', undo.name);
    for (const { kind, name } of backups) if (kind === 'undo' && name !== undo.name) await folder.remove(name);
  }

  async function undoRestore(): Promise<void> {
    const undo = (await list()).find(({ kind }) => kind === 'undo');
    if (undo === undefined) throw new Error('There is no restore to undo.');
    const file = await folder.read(undo.name);
    // Keeps the edits made since the restore.
    await backUpToday();
    await restore(store, file, 'undo', now(), pace('restoring'));
    await settings.put('backup-restoring', '');
    await folder.remove(undo.name);
  }

  async function readCached(): Promise<CachedState> {
    const backups = await list().catch(() => []);
    const daily = backups.filter(({ kind }) => kind === 'daily');
    const undo = undoable(backups);
    const [tested, offer] = await Promise.all([
      lastTest().catch(() => undefined),
      losses.offered(daily).catch(() => undefined),
    ]);
    const servers = backups.filter(({ kind }) => kind === 'server');
    return { daily, undo, tested, servers, offer: undo === undefined ? offer : undefined };
  }

  return {
    async state() {
      cached ??= readCached();
      return { ...(await cached), ...queue.state() };
    },
    async maintain(isSettled) {
      const backups = await list();
      if (store.isReadOnly === true || !isDue(backups, clock.now())) return;
      // There is nothing to back up, but a loss must still be recorded.
      if (await isEmpty(store)) return void (await losses.offered(backups));
      await backUpNow(isSettled);
    },
    backUpNow: () => backUpNow(),
    keepOwnCopy: () =>
      runNext({ doing: 'backing-up', share: undefined }, async () => {
        if (!(await isEmpty(store))) await backUpToday();
      }),
    keepServerCopy: (lines) =>
      runNext({ doing: 'backing-up', share: undefined }, async () => {
        await writeLines(lines, folder, { kind: 'server', at: now() });
      }),
    async restore(name, mode) {
      try {
        startRestoring(() => restoreBackup(name, mode), isSameBackup(name));
      } catch (error) {
        await removeGiven(name);
        throw error;
      }
    },
    undoRestore: async () => startRestoring(undoRestore, ({ kind }) => kind === 'undo'),
  };
}

/** Whether a backup has this name, or had it before memories were removed from it. */
function isSameBackup(name: string): (backup: BackupInfo) => boolean {
  const wanted = backupOf(name);
  return ({ kind, at }) => kind === wanted?.kind && at === wanted.at;
}

const isEmpty = async (store: LocalStore): Promise<boolean> =>
  (await store.read(localOwner, (reader) => reader.lastSeq())) === 0;

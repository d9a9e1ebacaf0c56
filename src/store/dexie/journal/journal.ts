import { Dexie, type Transaction } from 'dexie';
import { systemClock } from '../../../service/ports/clock.ts';
import type { RestoredMemories } from '../../../lib/second-copy.ts';
import { storageFailureOf } from '../failures.ts';
import { append, cut, cutIfPossible } from './append.ts';
import { ChangeRecorder } from './changes.ts';
import { Check, type CheckOptions } from './check.ts';
import { checkpointOf } from './checkpoint.ts';
import { changesBytes, generationOf } from './entries.ts';
import { other, type JournalFiles, type OpenFiles } from './files.ts';
import { Opening } from './opening.ts';
import { Renewal, type RenewalOptions } from './renewal.ts';
import { replay, type Transact } from './replay.ts';
import { newestOf, restore, withEarlier } from './restore.ts';
import { journalTable, readRow, writeRow, type Extent, type JournalRow } from './row.ts';
import type { FileLength, JournalStatus, StatusKeeper } from './status.ts';

export interface JournalOptions extends Partial<RenewalOptions>, Partial<CheckOptions> {
  files: JournalFiles;
  status: StatusKeeper;
  /** How long to wait before opening the files again after a failure, in milliseconds. */
  retryMs?: number;
  /** How long after a write the status is updated, in milliseconds. */
  noteMs?: number;
}

/**
 * A second copy of the strict database, in files outside IndexedDB. The changes of each transaction are on disk before
 * it commits. If Chromium finds one corrupt record, it deletes all of an extension's IndexedDB. These files then
 * restore the database.
 */
export class Journal {
  readonly #database: Dexie;
  readonly #options: Required<JournalOptions>;
  readonly #changes: ChangeRecorder;
  readonly #renewal: Renewal;
  readonly #opening: Opening;
  readonly #status: StatusKeeper;
  readonly #check: Check;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #files: OpenFiles | undefined;
  #lastWriter: IDBTransaction | undefined;
  #reportedMissing = false;

  constructor(database: Dexie, options: JournalOptions) {
    this.#database = database;
    this.#options = {
      clock: systemClock,
      report: () => {},
      slackBytes: 8 * 1024 * 1024,
      sliceBytes: 256 * 1024,
      pauseMs: 20,
      retryMs: 30_000,
      noteMs: 250,
      idle: async () => {},
      ...options,
    };
    this.#changes = new ChangeRecorder(database);
    this.#status = options.status;
    this.#renewal = new Renewal(database, this.#transact, this.#status, this.#options);
    this.#opening = new Opening(options.files, this.#options.retryMs);
    this.#check = new Check(
      this.#status,
      this.#options,
      () => this.#inUse(),
      () => this.#files && this.#renewal.begin(this.#files, { repair: true }),
    );
  }

  /** The known state of the database and its files; empty until it is loaded. */
  get status(): JournalStatus {
    return this.#status.now;
  }

  /** Ends the report of the restore that happened at `at`, but not the report of a later one. */
  async acknowledgeRestored(at: string): Promise<void> {
    if ((await this.#status.load()).restored?.at === at) await this.#status.change({ restored: undefined });
  }

  /**
   * Brings the database to the state in the files. Must be called after each opening of the database, before any other
   * use. If the files can't be opened now and the database is empty or only partly restored, throws. If the files can't
   * be opened now and the database is intact, calls `again` once they are open. `again` must lead to another call of
   * this method.
   */
  async settle(again: () => void): Promise<void> {
    this.#renewal.stop();
    this.#check.stop();
    const [{ row, empty, seq }, { checkpoint: known, written }] = await Promise.all([
      this.#state(),
      this.#status.load(),
    ]);
    const wiped = row === undefined ? empty : row.restoring === true;
    const files = (this.#files ??= await this.#open(wiped, row, again));
    if (files === undefined) return;
    try {
      const lost = wiped || isOlderThan(files, row?.whole);
      const newest = lost ? newestOf(files) : undefined;
      const restored = lost
        ? await restore(this.#database, this.#transact, files, newest, {
            ...this.#options,
            known,
            written,
            keep: this.#keepRestored,
          })
        : undefined;
      if (restored) void this.#status.change({ moving: undefined, written: newest && lengthOf(newest) });
      if (restored || known === undefined) await this.#note(0);
      const whole = lost ? undefined : row?.whole;
      // Signs of an unclean end: the noted checkpoint differs from the database's, the file has more or less than was
      // committed, or a snapshot is unfinished.
      const endedUncleanly =
        lost ||
        row?.next !== undefined ||
        seq !== (known?.seq ?? 0) ||
        (whole !== undefined && files[whole.file].size() !== whole.end);
      // A restore from an undamaged file leaves nothing to do.
      if (newest?.damaged !== false) {
        if (whole && fits(files, whole)) await this.#redo(files, whole);
        else if (empty && !restored) await this.#renewal.finish(files);
        else this.#renewal.begin(files, { repair: whole !== undefined || newest !== undefined });
      }
      this.#check.begin(files, { now: endedUncleanly });
    } catch (error) {
      // The next attempt must open the files again.
      this.close();
      throw error;
    }
  }

  /** Appends a transaction's changes to the journal. Must be the last step of the transaction. */
  async append(transaction: Transaction): Promise<void> {
    const changes = this.#changes.take(transaction);
    if (changes.length === 0) return;
    const row = await readRow(transaction);
    // Without open files, the row names no file, because the database then has changes that no file has.
    await writeRow(transaction, this.#files ? this.#append(transaction, this.#files, row, changesBytes(changes)) : {});
    transaction.idbtrans.addEventListener('complete', () => {
      this.#noteTimer ??= setTimeout(() => {
        this.#noteTimer = undefined;
        void this.#note();
      }, this.#options.noteMs);
    });
  }

  close(): void {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    this.#renewal.stop();
    this.#check.stop();
    this.#opening.close();
    this.#files = undefined;
  }

  /**
   * Stores the database's checkpoint in the status, unless it is older than `minSeq`. If the database can't be read
   * now, the checkpoint is stored after the next write.
   */
  async #note(minSeq = this.#status.now.checkpoint?.seq ?? 0): Promise<void> {
    if (!this.#database.isOpen()) return;
    const checkpoint = await this.#database
      .transaction('r!', this.#database.tables, checkpointOf)
      .catch(() => undefined);
    if (checkpoint && checkpoint.seq >= minSeq) await this.#status.change({ checkpoint });
  }

  readonly #keepRestored = async (found: RestoredMemories): Promise<void> => {
    const { moving, restored: earlier } = this.#status.now;
    const restored = { ...found, replaced: moving === true };
    this.#options.report(restored);
    await this.#status.change({ restored: withEarlier(restored, earlier) });
  };

  readonly #transact: Transact = (work) => this.#database.transaction('rw!', this.#database.tables, work);

  /** The committed part of the file in use. */
  #inUse(): PromiseLike<Extent | undefined> {
    return this.#database.transaction('r!', [journalTable], async (transaction) => (await readRow(transaction))?.whole);
  }

  async #state(): Promise<{ row: JournalRow | undefined; empty: boolean; seq: number }> {
    const { tables } = this.#database;
    return this.#database.transaction('r!', tables, async (transaction) => {
      const [row, { seq }] = await Promise.all([readRow(transaction), checkpointOf(transaction)]);
      // Not `count()`, which counts a whole table, whatever the limit.
      const firstKeys = await Promise.all(
        tables
          .filter(({ name }) => name !== journalTable)
          .map(({ name }) => transaction.table(name).limit(1).primaryKeys()),
      );
      return { row, empty: firstKeys.every((keys) => keys.length === 0), seq };
    });
  }

  async #open(wiped: boolean, row: JournalRow | undefined, again: () => void): Promise<OpenFiles | undefined> {
    const { files, cause } = await this.#opening.files().then(
      (files) => ({ files, cause: undefined }),
      (cause: unknown) => ({ files: undefined, cause }),
    );
    if (files) return files;
    // The files may have memories, which can't be restored once the empty database is used. `moving` means that new
    // databases have just replaced those that can't be opened. The journal was readable then, so it does exist.
    if (row?.restoring || (wiped && (cause !== undefined || this.#status.now.moving)))
      throw new DOMException(`The journal of the memories can’t be opened: ${String(cause)}`, 'UnknownError');
    if (!this.#reportedMissing) this.#options.report(new Error('There is no journal of the memories', { cause }));
    this.#reportedMissing = true;
    if (cause !== undefined) this.#opening.tryAgain(again);
    return undefined;
  }

  /**
   * Replays changes that the file has and the database lacks: an unconfirmed write, or confirmed ones that the database
   * lost.
   */
  #redo(files: OpenFiles, whole: NonNullable<JournalRow['whole']>): Promise<void> {
    return replay(this.#database, this.#transact, files[whole.file], {
      from: whole.end,
      sliceBytes: this.#options.sliceBytes,
      rowAt: (end) => ({ whole: { ...whole, end } }),
    });
  }

  /** Returns the row to write. */
  #append(
    transaction: Transaction,
    files: OpenFiles,
    row: JournalRow | undefined,
    bytes: Uint8Array,
  ): Omit<JournalRow, 'name'> {
    const { whole, next } = row ?? {};
    const active = next && next.generation === this.#renewal.generation ? next : undefined;
    this.#cutOnAbort(transaction, files, [whole, active]);
    try {
      const written = {
        ...(whole && { whole: append(files, whole, bytes) }),
        ...(active && { next: append(files, active, bytes) }),
      };
      if (written.whole) {
        files[written.whole.file].flush();
        this.#noteLength(written.whole);
      }
      // Empties an abandoned snapshot or a replaced file, so that it is never mistaken for the whole journal.
      if (whole && !active) cut(files[other(whole.file)], 0);
      if (written.whole ? this.#renewal.isDue(written.whole) : !active) this.#renewal.begin(files);
      return written;
    } catch (error) {
      if (storageFailureOf(error) === 'full') throw error;
      // The next request must open both the files and the database again.
      this.close();
      this.#database.close();
      throw new DOMException(`The journal of the memories can’t be written: ${String(error)}`, 'UnknownError');
    }
  }

  /** Cuts the files if the transaction is aborted, so that its changes are never replayed. */
  #cutOnAbort({ idbtrans }: Transaction, files: OpenFiles, extents: (Extent | undefined)[]): void {
    this.#lastWriter = idbtrans;
    idbtrans.addEventListener('abort', () => {
      if (this.#lastWriter !== idbtrans || this.#files !== files) return;
      for (const extent of extents) if (extent) cutIfPossible(files[extent.file], extent.end);
      if (extents[0]) this.#noteLength(extents[0]);
    });
  }

  /**
   * Stores the length of the file in use. The transaction doesn't wait for this, which takes about as long as the
   * commit.
   */
  #noteLength(whole: Extent): void {
    Dexie.ignoreTransaction(() => void this.#status.change({ written: lengthOf(whole) }));
  }
}

const lengthOf = ({ generation, end }: FileLength): FileLength => ({ generation, end });

/** Whether the file that an extent names has the extent's generation and is long enough. */
function fits(files: OpenFiles, { file, generation, end }: Extent): boolean {
  return generationOf(files[file]) === generation && files[file].size() >= end;
}

/** Whether the database has gone back to a time before the last renewal. */
function isOlderThan(files: OpenFiles, whole: Extent | undefined): boolean {
  return whole !== undefined && !fits(files, whole) && (newestOf(files)?.generation ?? 0) > whole.generation;
}

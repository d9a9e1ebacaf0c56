import type { Dexie, Transaction } from 'dexie';
import { systemClock } from '../../../service/ports/clock.ts';
import type { RestoredMemories } from '../../../lib/second-copy.ts';
import { faultOf } from '../faults.ts';
import { append, cut, cutIfPossible } from './append.ts';
import { ChangeNotes } from './changes.ts';
import { Check, type CheckOptions } from './check.ts';
import { checkpointOf } from './checkpoint.ts';
import { changesBytes, generationOf } from './entries.ts';
import { other, type JournalFiles, type OpenFiles } from './files.ts';
import { Opening } from './opening.ts';
import { Renewal, type RenewalOptions } from './renewal.ts';
import { replay, type Transact } from './replay.ts';
import { newestOf, restore } from './restore.ts';
import { journalTable, readRow, writeRow, type Extent, type JournalRow } from './row.ts';
import type { JournalStatus, StatusKeeper } from './status.ts';

export interface JournalOptions extends Partial<RenewalOptions>, Partial<CheckOptions> {
  files: JournalFiles;
  status: StatusKeeper;
  /** How long after the files could not be opened they are tried again, in milliseconds. */
  retryMs?: number;
  /** How long after a write the status takes note of it, in milliseconds. */
  noteMs?: number;
}

/**
 * A second copy of the strict database, in files apart from IndexedDB: the changes of each transaction, on the disk before it is committed.
 * Chromium deletes all of an extension's IndexedDB when it finds one record of it torn; from these files it is brought back.
 */
export class Journal {
  readonly #database: Dexie;
  readonly #options: Required<JournalOptions>;
  readonly #notes: ChangeNotes;
  readonly #renewal: Renewal;
  readonly #opening: Opening;
  readonly #status: StatusKeeper;
  readonly #check: Check;
  #noting: ReturnType<typeof setTimeout> | undefined;
  #files: OpenFiles | undefined;
  #lastWriter: IDBTransaction | undefined;
  #restored: RestoredMemories | undefined;
  #toldWithout = false;

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
    this.#notes = new ChangeNotes(database);
    this.#status = options.status;
    this.#renewal = new Renewal(database, this.#transact, this.#status, this.#options);
    this.#opening = new Opening(options.files, this.#options.retryMs);
    this.#check = new Check(
      this.#status,
      this.#options,
      () => this.#inUse(),
      () => this.#files && this.#renewal.begin(this.#files, true),
    );
  }

  /** What is known of the files; empty before the database was first opened. */
  get status(): JournalStatus {
    return this.#status.now;
  }

  /** What was brought back since this journal was made. */
  get restored(): RestoredMemories | undefined {
    return this.#restored;
  }

  /**
   * To be called whenever the database was opened, before anything else is done with it: makes it what the files say.
   * `again` is called once files that could not be opened now are open, and must see to it that this is done again.
   */
  async settle(again: () => void): Promise<void> {
    this.#renewal.stop();
    this.#check.stop();
    const [{ row, empty, seq }, { checkpoint: known }] = await Promise.all([this.#state(), this.#status.load()]);
    const wiped = row === undefined ? empty : row.restoring === true;
    const files = (this.#files ??= await this.#open(wiped, row, again));
    if (files === undefined) return;
    try {
      const lost = wiped || isOlderThan(files, row?.whole);
      const newest = lost ? newestOf(files) : undefined;
      const restored = lost
        ? await restore(this.#database, this.#transact, files, newest, { ...this.#options, known })
        : undefined;
      if (restored) {
        this.#options.report((this.#restored = { ...restored, moved: this.#status.now.moving === true }));
        void this.#status.change({ moving: undefined });
      }
      if (restored || known === undefined) await this.#note(0);
      const whole = lost ? undefined : row?.whole;
      // What ended amid writes left its note behind the database, more in the file than was committed, or half a snapshot.
      const endedAmidWrites =
        lost ||
        row?.next !== undefined ||
        seq !== (known?.seq ?? 0) ||
        (whole !== undefined && files[whole.file].size() !== whole.end);
      if (newest?.damaged !== false) {
        if (whole && fits(files, whole)) await this.#redo(files, whole);
        else if (empty && !restored) await this.#renewal.finish(files);
        else this.#renewal.begin(files, whole !== undefined || newest !== undefined);
      }
      this.#check.begin(files, endedAmidWrites);
    } catch (error) {
      // So that whoever tries again opens the files again.
      this.close();
      throw error;
    }
  }

  /** Writes down what a transaction has changed, as the last thing that is done in it. */
  async keep(transaction: Transaction): Promise<void> {
    const changes = this.#notes.take(transaction);
    if (changes.length === 0) return;
    const row = await readRow(transaction);
    // A row without a file says that the database holds what no file does.
    await writeRow(transaction, this.#files ? this.#append(transaction, this.#files, row, changesBytes(changes)) : {});
    transaction.idbtrans.addEventListener('complete', () => {
      this.#noting ??= setTimeout(() => {
        this.#noting = undefined;
        void this.#note();
      }, this.#options.noteMs);
    });
  }

  close(): void {
    clearTimeout(this.#noting);
    this.#noting = undefined;
    this.#renewal.stop();
    this.#check.stop();
    this.#opening.close();
    this.#files = undefined;
  }

  /** Notes what the database holds, unless it went back to before `leastSeq`. If it can't be read now, the next write notes it. */
  async #note(leastSeq = this.#status.now.checkpoint?.seq ?? 0): Promise<void> {
    if (!this.#database.isOpen()) return;
    const checkpoint = await this.#database
      .transaction('r!', this.#database.tables, checkpointOf)
      .catch(() => undefined);
    if (checkpoint && checkpoint.seq >= leastSeq) await this.#status.change({ checkpoint });
  }

  readonly #transact: Transact = (work) => this.#database.transaction('rw!', this.#database.tables, work);

  #inUse(): PromiseLike<Extent | undefined> {
    return this.#database.transaction('r!', [journalTable], async (transaction) => (await readRow(transaction))?.whole);
  }

  async #state(): Promise<{ row: JournalRow | undefined; empty: boolean; seq: number }> {
    const { tables } = this.#database;
    return this.#database.transaction('r!', tables, async (transaction) => {
      const [row, { seq }] = await Promise.all([readRow(transaction), checkpointOf(transaction)]);
      const counts = await Promise.all(
        tables.filter(({ name }) => name !== journalTable).map(({ name }) => transaction.table(name).limit(1).count()),
      );
      return { row, empty: counts.every((count) => count === 0), seq };
    });
  }

  async #open(wiped: boolean, row: JournalRow | undefined, again: () => void): Promise<OpenFiles | undefined> {
    const { files, cause } = await this.#opening.files().then(
      (files) => ({ files, cause: undefined }),
      (cause: unknown) => ({ files: undefined, cause }),
    );
    if (files) return files;
    // Memories may lie there: who goes on with the empty database now has nowhere to bring them back to.
    if (row?.restoring || (wiped && cause !== undefined))
      throw new DOMException(`The journal of the memories can't be opened: ${String(cause)}`, 'UnknownError');
    if (!this.#toldWithout) this.#options.report(new Error('There is no journal of the memories', { cause }));
    this.#toldWithout = true;
    if (cause !== undefined) this.#opening.tryAgain(again);
    return undefined;
  }

  /** Does again what came into the file and not into the database. Of what was acknowledged, that is only what the database has lost. */
  #redo(files: OpenFiles, whole: NonNullable<JournalRow['whole']>): Promise<void> {
    return replay(this.#database, this.#transact, files[whole.file], {
      from: whole.end,
      sliceBytes: this.#options.sliceBytes,
      rowAt: (end) => ({ whole: { ...whole, end } }),
    });
  }

  /** Answers what the row must say then. */
  #append(
    transaction: Transaction,
    files: OpenFiles,
    row: JournalRow | undefined,
    bytes: Uint8Array,
  ): Omit<JournalRow, 'name'> {
    const { whole, next } = row ?? {};
    const active = next && next.generation === this.#renewal.generation ? next : undefined;
    this.#takeBackOnAbort(transaction, files, [whole, active]);
    try {
      const written = {
        ...(whole && { whole: append(files, whole, bytes) }),
        ...(active && { next: append(files, active, bytes) }),
      };
      if (whole) files[whole.file].flush();
      // A snapshot that was given up, or what one took the place of: lest it be taken for all that there is.
      if (whole && !active) cut(files[other(whole.file)], 0);
      if (written.whole ? this.#renewal.isDue(written.whole) : !active) this.#renewal.begin(files);
      return written;
    } catch (error) {
      if (faultOf(error) === 'full') throw error;
      // They are opened anew, together with the database.
      this.close();
      this.#database.close();
      throw new DOMException(`The journal of the memories can't be written: ${String(error)}`, 'UnknownError');
    }
  }

  /** What was refused must not be done again. */
  #takeBackOnAbort({ idbtrans }: Transaction, files: OpenFiles, extents: (Extent | undefined)[]): void {
    this.#lastWriter = idbtrans;
    idbtrans.addEventListener('abort', () => {
      if (this.#lastWriter !== idbtrans || this.#files !== files) return;
      for (const extent of extents) if (extent) cutIfPossible(files[extent.file], extent.end);
    });
  }
}

/** Whether a file is the one that the row speaks of. */
function fits(files: OpenFiles, { file, generation, end }: Extent): boolean {
  return generationOf(files[file]) === generation && files[file].size() >= end;
}

/** Whether the database went back to before its file was begun anew: the row speaks of the old one then. */
function isOlderThan(files: OpenFiles, whole: Extent | undefined): boolean {
  return whole !== undefined && !fits(files, whole) && (newestOf(files)?.generation ?? 0) > whole.generation;
}

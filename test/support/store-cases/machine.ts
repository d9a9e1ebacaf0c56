import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Clock } from '../../../src/service/ports/clock.ts';
import { strictDatabase } from '../../../src/store/dexie/names.ts';
import { dexieStore } from '../../../src/store/dexie/index.ts';
import type { FileName, JournalFile, JournalFiles } from '../../../src/store/dexie/journal/files.ts';
import type { JournalOptions } from '../../../src/store/dexie/journal/journal.ts';
import type { JournalRow } from '../../../src/store/dexie/journal/row.ts';
import { StatusKeeper, type JournalStatus, type StatusStorage } from '../../../src/store/dexie/journal/status.ts';
import type { LocationOptions } from '../../../src/store/dexie/location.ts';
import type { LocalStore } from '../../../src/store/local-store.ts';
import { dump, load, type Dump } from './dump.ts';

/** One run of the engine on a {@link Machine}. */
export interface Run {
  store: LocalStore;
  journal: JournalOptions & { clock: Clock };
  location: Required<LocationOptions>;
  reported: unknown[];
  steps(): number;
  alive(): boolean;
  /** Ends the run: it can begin no transaction and change no file from now on. */
  kill(): void;
}

export interface RunOptions {
  /** Ends the run at the n-th disk operation. If that operation is a file write, half of the bytes are written. */
  killAt?: number;
  journal?: boolean;
  open?: JournalFiles['open'];
  /** How many times opening the files fails before it succeeds. */
  lockedTimes?: number;
  slackBytes?: number;
  sliceBytes?: number;
  noteMs?: number;
  /** A check of the journal reads parts of `sliceBytes` bytes, and awaits this before each part. */
  idle?: () => Promise<void>;
}

/**
 * What survives the end of an engine: IndexedDB, and the files and status of the journal. The journal is a second copy
 * of the strict database, which holds the memories.
 */
export class Machine {
  #databases = new IDBFactory();
  #kill = () => {};
  readonly files: Record<FileName, Uint8Array> = { a: new Uint8Array(), b: new Uint8Array() };
  /** The journal's status; undefined: not written yet, or the browser has lost it. */
  status: JournalStatus | undefined;
  /** The files at their last flush. */
  readonly #flushed: Record<FileName, Uint8Array> = { a: new Uint8Array(), b: new Uint8Array() };
  /** Unix milliseconds. */
  now = Date.now();
  /** While set, thrown by each file write. */
  full: DOMException | undefined;
  /** Thrown by the next file write. */
  breakNextWrite: DOMException | undefined;
  /** Flips a bit in the next file write. */
  spoilNextWrite = false;
  /** Thrown by every read of the files after they are opened the next time, until they are opened again. */
  breakNextFiles: DOMException | undefined;
  breakNextTruncate: DOMException | undefined;
  /** The maximum number of bytes that a file write stores. */
  capacityBytes = Infinity;

  /** Deletes every database, as Chromium does when it finds a torn record. */
  wipe(): void {
    this.#databases = new IDBFactory();
  }

  /** Loses changes to the files that were not flushed. */
  cutPower(): void {
    Object.assign(this.files, this.#flushed);
  }

  /** A copy of the strict database, which holds the memories, for {@link putBack}. */
  copyOfDatabase(): Promise<Dump> {
    return dump(this.#databases, strictDatabase);
  }

  /**
   * Removes rows from a table of the strict database, as damage would: the counts that the database stores don't
   * change.
   */
  async loseRows(table: string, lost: (row: unknown) => boolean): Promise<void> {
    const copy = await this.copyOfDatabase();
    await this.putBack({
      ...copy,
      stores: copy.stores.map((store) =>
        store.name === table ? { ...store, rows: store.rows.filter((row) => !lost(row)) } : store,
      ),
    });
  }

  /** Deletes every database, and restores the strict one from a copy. */
  async putBack(copy: Dump): Promise<void> {
    this.wipe();
    await load(this.#databases, strictDatabase, copy);
  }

  /** Everything in the strict database that the journal must contain, by table. */
  async tables(): Promise<Record<string, unknown[]>> {
    const { stores } = await dump(this.#databases, strictDatabase);
    return Object.fromEntries(stores.filter(({ name }) => name !== 'journal').map(({ name, rows }) => [name, rows]));
  }

  /** The rows in which the strict database describes its journal: at most one. */
  async journalRows(): Promise<Partial<JournalRow>[]> {
    const { stores } = await dump(this.#databases, strictDatabase);
    return (stores.find(({ name }) => name === 'journal')?.rows ?? []) as Partial<JournalRow>[];
  }

  /** Resolves once the run has ended, or once the journal is complete and no snapshot is being written. */
  async settled(run: Run): Promise<void> {
    for (let isSettled = false; !isSettled && run.alive();) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const [row] = await this.journalRows();
      isSettled = row?.whole !== undefined && row.next === undefined;
    }
  }

  /** Starts an engine. Ends the previous one first, since the engine’s lock allows only one. */
  run({
    killAt = Infinity,
    journal = true,
    open,
    lockedTimes = 0,
    slackBytes = 1e9,
    sliceBytes = 256 * 1024,
    noteMs = 5,
    idle = async () => {},
  }: RunOptions = {}): Run {
    this.#kill();
    let steps = 0;
    let alive = true;
    const reported: unknown[] = [];
    const mustLive = () => {
      if (!alive) throw new DOMException('This run was killed', 'UnknownError');
    };
    /** Counts a disk operation. At `killAt`, calls `half` and ends the run. */
    const step = (half = () => {}) => {
      mustLive();
      if (++steps < killAt) return;
      half();
      alive = false;
      mustLive();
    };
    const openFiles = async () => {
      if (lockedTimes-- > 0) throw new DOMException('In use', 'NoModificationAllowedError');
      const broken = this.breakNextFiles;
      this.breakNextFiles = undefined;
      return { a: this.#file('a', step, broken), b: this.#file('b', step, broken) };
    };
    const files: JournalFiles = { open: open ?? openFiles };
    const status: StatusStorage = {
      read: async () => structuredClone(this.status),
      write: async (now) => {
        mustLive();
        this.status = structuredClone(now);
      },
    };
    const journalOptions = {
      files,
      status: new StatusKeeper(status),
      clock: { now: () => this.now },
      idle,
      slackBytes,
      sliceBytes,
      pauseMs: 0,
      retryMs: 1,
      noteMs,
      report: (event: unknown) => void reported.push(event),
    };
    const location = { indexedDB: this.#factory(mustLive, step), IDBKeyRange };
    const store = dexieStore({ ...location, ...(journal && { journal: journalOptions }) });
    const kill = () => void (alive = false);
    this.#kill = kill;
    return { store, journal: journalOptions, location, reported, steps: () => steps, alive: () => alive, kill };
  }

  #file(name: FileName, step: (half?: () => void) => void, broken: DOMException | undefined): JournalFile {
    const put = (bytes: Uint8Array, at: number) => {
      const longer = new Uint8Array(Math.max(this.files[name].length, at + bytes.length));
      longer.set(this.files[name]);
      longer.set(bytes, at);
      this.files[name] = longer;
    };
    return {
      size: () => this.files[name].length,
      read: (into, at) => {
        if (broken) throw broken;
        const bytes = this.files[name].subarray(at, at + into.length);
        into.set(bytes);
        return bytes.length;
      },
      write: (bytes, at) => {
        step(() => put(bytes.subarray(0, bytes.length / 2), at));
        const failure = this.full ?? this.breakNextWrite;
        this.breakNextWrite = undefined;
        if (failure) throw failure;
        const spoilt = this.spoilNextWrite ? bytes.with(bytes.length >> 1, bytes.at(bytes.length >> 1)! ^ 1) : bytes;
        this.spoilNextWrite = false;
        put(spoilt.subarray(0, this.capacityBytes), at);
        return Math.min(bytes.length, this.capacityBytes);
      },
      truncate: (size) => {
        step();
        const failure = this.breakNextTruncate;
        this.breakNextTruncate = undefined;
        if (failure) throw failure;
        this.files[name] = this.files[name].slice(0, size);
      },
      flush: () => {
        step();
        this.#flushed[name] = this.files[name];
      },
      close: () => {},
    };
  }

  /**
   * The machine's IndexedDB for one run. Once the run has ended, opening a database or beginning a transaction throws.
   */
  #factory(mustLive: () => void, step: () => void): IDBFactory {
    const open: IDBFactory['open'] = (name, version) => {
      mustLive();
      const request = this.#databases.open(name, version);
      request.addEventListener('success', () => {
        const database = request.result;
        const begin = database.transaction.bind(database);
        database.transaction = (names, mode, options) => {
          if (mode === 'readwrite') step();
          mustLive();
          return begin(names, mode, options);
        };
      });
      return request;
    };
    return Object.assign(Object.create(this.#databases) as IDBFactory, { open });
  }
}

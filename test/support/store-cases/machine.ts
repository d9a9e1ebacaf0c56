import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Clock } from '../../../src/service/ports/clock.ts';
import { strictDatabase } from '../../../src/store/dexie/names.ts';
import { dexieStore } from '../../../src/store/dexie/index.ts';
import type { FileName, JournalFile, JournalFiles } from '../../../src/store/dexie/journal/files.ts';
import type { JournalOptions } from '../../../src/store/dexie/journal/journal.ts';
import type { JournalRow } from '../../../src/store/dexie/journal/row.ts';
import { StatusKeeper, type JournalStatus, type StatusPlace } from '../../../src/store/dexie/journal/status.ts';
import type { FactoryOptions } from '../../../src/store/dexie/location.ts';
import type { LocalStore } from '../../../src/store/local-store.ts';
import { dump, load, type Dump } from './dump.ts';

/** One run of the engine on a machine. */
export interface Run {
  store: LocalStore;
  /** What the store was made with. */
  journal: JournalOptions & { clock: Clock };
  factory: Required<FactoryOptions>;
  /** What the journal has reported. */
  news: unknown[];
  /** How often the disk was touched so far. */
  steps(): number;
  alive(): boolean;
  /** From now on nothing that this run does reaches the disk. */
  kill(): void;
}

export interface RunOptions {
  /** The run ends where it touches the disk for the so manieth time; a write into a file is done by half. */
  killAt?: number;
  /** False: as it would be without a journal. */
  journal?: boolean;
  /** What the place of the journal does instead of opening; undefined: there is none. */
  open?: JournalFiles['open'];
  /** How often the files can't be opened before they can. */
  heldTimes?: number;
  slackBytes?: number;
  sliceBytes?: number;
  /** Waited for before each slice of a check. */
  idle?: () => Promise<void>;
}

/** What outlives an engine: IndexedDB, the files of the journal, and its status. */
export class Machine {
  #databases = new IDBFactory();
  /** Ends the engine that was started last. */
  #kill = () => {};
  readonly files: Record<FileName, Uint8Array> = { a: new Uint8Array(), b: new Uint8Array() };
  /** What is known of both; undefined: the browser has lost it. */
  status: JournalStatus | undefined;
  /** The files as they were when they were last flushed. */
  readonly #flushed: Record<FileName, Uint8Array> = { a: new Uint8Array(), b: new Uint8Array() };
  /** Unix milliseconds. */
  now = Date.now();
  /** Thrown by each write into a file, while it is set. */
  full: DOMException | undefined;
  /** Thrown by the next write into a file. */
  breakNextWrite: DOMException | undefined;
  /** The next write into a file reaches the disk with a bit flipped. */
  spoilNextWrite = false;
  /** Thrown by whatever reads the files that are opened next; those opened after them are as they should be. */
  breakNextFiles: DOMException | undefined;
  /** Thrown by the next attempt to make a file shorter. */
  breakNextTruncate: DOMException | undefined;
  /** Of a write into a file, no more bytes are taken. */
  roomBytes = Infinity;

  /** Does what Chromium does when it finds a torn record: deletes every database. */
  wipe(): void {
    this.#databases = new IDBFactory();
  }

  /** Loses what was written into the files and not flushed. */
  cutPower(): void {
    Object.assign(this.files, this.#flushed);
  }

  /** The strict database as it is now, to be put back later. */
  copyOfDatabase(): Promise<Dump> {
    return dump(this.#databases, strictDatabase);
  }

  /** Takes rows away from a table of the strict database, as damage would: its counts stay. */
  async loseRows(table: string, lost: (row: unknown) => boolean): Promise<void> {
    const copy = await this.copyOfDatabase();
    await this.putBack({
      ...copy,
      stores: copy.stores.map((store) =>
        store.name === table ? { ...store, rows: store.rows.filter((row) => !lost(row)) } : store,
      ),
    });
  }

  /** Takes the strict database back to a copy. */
  async putBack(copy: Dump): Promise<void> {
    this.wipe();
    await load(this.#databases, strictDatabase, copy);
  }

  /** Everything in the strict database that the journal must know, by table. */
  async tables(): Promise<Record<string, unknown[]>> {
    const { stores } = await dump(this.#databases, strictDatabase);
    return Object.fromEntries(stores.filter(({ name }) => name !== 'journal').map(({ name, rows }) => [name, rows]));
  }

  /** Resolves once the journal holds all and no snapshot is being written, or never will be. */
  async settled(run: Run): Promise<void> {
    for (let known = false; !known && run.alive();) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const { stores } = await dump(this.#databases, strictDatabase);
      const [row] = (stores.find(({ name }) => name === 'journal')?.rows ?? []) as Partial<JournalRow>[];
      known = row?.whole !== undefined && row.next === undefined;
    }
  }

  /** Starts an engine. One runs at a time, as a lock sees to it: the one before is dead. */
  run({
    killAt = Infinity,
    journal = true,
    open,
    heldTimes = 0,
    slackBytes = 1e9,
    sliceBytes = 256 * 1024,
    idle = async () => {},
  }: RunOptions = {}): Run {
    this.#kill();
    let steps = 0;
    let alive = true;
    const news: unknown[] = [];
    const mustLive = () => {
      if (!alive) throw new DOMException('This run was killed', 'UnknownError');
    };
    const step = (half = () => {}) => {
      mustLive();
      if (++steps < killAt) return;
      half();
      alive = false;
      mustLive();
    };
    const openFiles = async () => {
      if (heldTimes-- > 0) throw new DOMException('In use', 'NoModificationAllowedError');
      const broken = this.breakNextFiles;
      this.breakNextFiles = undefined;
      return { a: this.#file('a', step, broken), b: this.#file('b', step, broken) };
    };
    const files: JournalFiles = { open: open ?? openFiles };
    const status: StatusPlace = {
      read: async () => structuredClone(this.status),
      write: async (now) => {
        mustLive();
        this.status = structuredClone(now);
      },
    };
    const kept = {
      files,
      status: new StatusKeeper(status),
      clock: { now: () => this.now },
      idle,
      slackBytes,
      sliceBytes,
      pauseMs: 0,
      retryMs: 1,
      noteMs: 5,
      report: (one: unknown) => void news.push(one),
    };
    const factory = { indexedDB: this.#factory(mustLive, step), IDBKeyRange };
    const store = dexieStore({ ...factory, ...(journal && { journal: kept }) });
    const kill = () => void (alive = false);
    this.#kill = kill;
    return { store, journal: kept, factory, news, steps: () => steps, alive: () => alive, kill };
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
        put(spoilt.subarray(0, this.roomBytes), at);
        return Math.min(bytes.length, this.roomBytes);
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

  /** The machine's IndexedDB, as far as Dexie uses it, for as long as the run lives. */
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

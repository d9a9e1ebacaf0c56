import { within } from '../../../lib/timing.ts';
import type { RestoredMemories, SecondCopy } from '../../../lib/second-copy.ts';

/** How much a database contains. */
export interface Checkpoint {
  /** The highest `seq` in use. */
  seq: number;
  /** Number of memories, live or in the trash. */
  memories: number;
}

/** How long a file of the journal is. */
export interface FileLength {
  /** The number in the file's header. */
  generation: number;
  /** Offset after the last record. */
  end: number;
}

/** The known state of the database and its journal. Stored outside both, to detect a loss in either. */
export interface JournalStatus extends SecondCopy {
  /** Taken soon after each write, so it may be a few changes behind. */
  checkpoint?: Checkpoint;
  /** The length of the file in use, stored while each write commits. A file that is shorter or older lacks changes. */
  written?: FileLength;
  /** Progress of an unfinished check: the offset in the file of this generation. */
  checking?: { generation: number; at: number };
  /**
   * The databases that couldn't be opened at the last attempt. `since`: when opening first failed, in Unix
   * milliseconds. `start`: the random id that the engine had then.
   */
  failing?: { location: number; reason: string; since: number; start: string };
  /** New databases are about to replace those that can't be opened. */
  moving?: true;
  /** What was restored; kept until the user acknowledges it. */
  restored?: RestoredMemories;
}

/** The storage of the status. */
export interface StatusStorage {
  read(): Promise<JournalStatus | undefined>;
  write(status: JournalStatus): Promise<void>;
}

const cacheName = 'commonplace-journal';
const cacheKey = 'https://commonplace.invalid/journal-status';

/** The Cache API, which both browsers store apart from IndexedDB and the origin private file system. */
export const cachedStatus: StatusStorage = {
  async read() {
    const found = await (await caches.open(cacheName)).match(cacheKey);
    return found && ((await found.json()) as JournalStatus);
  },
  async write(status) {
    await (await caches.open(cacheName)).put(cacheKey, Response.json(status));
  },
};

/** How long reading the status may take; then it counts as unknown. */
const timeoutMs = 2_000;

/** The status, read once and written at each change. If its storage fails, the status is unknown. */
export class StatusKeeper {
  readonly #storage: StatusStorage;
  readonly #onCheck: () => void;
  #status: JournalStatus = {};
  #loading: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #unwritten = false;

  /** `onCheck`: called when a complete check of a file, or damage, is noted in the status. */
  constructor(storage: StatusStorage, onCheck = () => {}) {
    this.#storage = storage;
    this.#onCheck = onCheck;
  }

  /** Empty until it is loaded. */
  get now(): JournalStatus {
    return this.#status;
  }

  async load(): Promise<JournalStatus> {
    await (this.#loading ??= within(timeoutMs, this.#storage.read()).then(
      (found) => void (this.#status = { ...found }),
      () => {},
    ));
    return this.#status;
  }

  /** Resolves once the change is written or has failed. */
  async change(changed: Partial<{ [Key in keyof JournalStatus]: JournalStatus[Key] | undefined }>): Promise<void> {
    await this.load();
    this.#status = { ...this.#status, ...changed } as JournalStatus;
    if (changed.checkedAt ?? changed.damage) this.#onCheck();
    this.#unwritten = true;
    await (this.#writing ??= this.#write().finally(() => (this.#writing = undefined)));
  }

  async #write(): Promise<void> {
    while (this.#unwritten) {
      this.#unwritten = false;
      await this.#storage.write(this.#status).catch(() => {});
    }
  }
}

import { within } from '../../../lib/timing.ts';
import type { SecondCopy } from '../../../lib/second-copy.ts';

/** How much a database holds. */
export interface Checkpoint {
  /** The highest number given to a change. */
  seq: number;
  /** Live or in the trash. */
  memories: number;
}

/** What is known of the database and its journal. It is kept apart from both, so that a loss in one of them shows; losing it loses no memory. */
export interface JournalStatus extends SecondCopy {
  /** What the database held at its last look: soon after each write, so it may be a few changes behind. */
  checkpoint?: Checkpoint;
  /** How far a check has come, in bytes, that has not come to its end. */
  checking?: { generation: number; at: number };
  /** Databases that could not be opened at the last attempt: since when (Unix milliseconds), and at which start of the engine that began. */
  failing?: { location: number; reason: string; since: number; start: string };
  /** New databases are to be filled in place of those that can't be opened. */
  moving?: true;
}

/** Where the status is kept. */
export interface StatusPlace {
  /** Undefined if there is none. */
  read(): Promise<JournalStatus | undefined>;
  write(status: JournalStatus): Promise<void>;
}

const cacheName = 'commonplace-journal';
const cacheKey = 'https://commonplace.invalid/journal-status';

/** In the Cache API, which both browsers store apart from IndexedDB and from the origin private file system. */
export const cachedStatus: StatusPlace = {
  async read() {
    const found = await (await caches.open(cacheName)).match(cacheKey);
    return found && ((await found.json()) as JournalStatus);
  },
  async write(status) {
    await (await caches.open(cacheName)).put(cacheKey, Response.json(status));
  },
};

/** Nobody waits longer for a status that doesn't come. */
const patienceMs = 2_000;

/** The status, read once and written whenever it changes. A place that fails only makes less known. */
export class StatusKeeper {
  readonly #place: StatusPlace;
  readonly #onCheck: () => void;
  #status: JournalStatus = {};
  #loading: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #unwritten = false;

  /** `onCheck`: called when the journal was found good, or damaged. */
  constructor(place: StatusPlace, onCheck = () => {}) {
    this.#place = place;
    this.#onCheck = onCheck;
  }

  /** As far as it is loaded. */
  get now(): JournalStatus {
    return this.#status;
  }

  async load(): Promise<JournalStatus> {
    await (this.#loading ??= within(patienceMs, this.#place.read()).then(
      (found) => void (this.#status = { ...found }),
      () => {},
    ));
    return this.#status;
  }

  /** Resolves once the change was written, or could not be. */
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
      await this.#place.write(this.#status).catch(() => {});
    }
  }
}

import type { Dexie, Transaction } from 'dexie';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import { faultOf } from './faults.ts';
import { Patience } from './patience.ts';
import type { Room } from './room.ts';

const inUse =
  'Another Commonplace window has an older version of the database open. Close all other Commonplace tabs and windows, then try again.';
const settling = 'Commonplace is restoring your memories from its copy. Try again in a moment.';
const noAnswer =
  "The browser can't open Commonplace's database. Try again in a moment; if that doesn't help, restart the browser.";
const broken = "The browser can't reach Commonplace's database. Restart the browser; nothing was deleted.";
const full = "The disk or the browser's quota is full. Nothing was stored. Free some space, then try again.";

/** A database with less room than this, in bytes, can't even be opened. */
const leastRoom = 1024 * 1024;

export interface ConnectionOptions {
  /** How long opening the database may take. */
  patienceMs: number;
  room: Room;
  /** Done each time that the database was opened, before any transaction. When it calls `again` later, all that come wait until it was done again. */
  settle?: (again: () => void) => Promise<void>;
}

/** Runs transactions over one database, and opens it again once when it was lost. Deletes nothing. */
export class Connection {
  readonly #database: Dexie;
  readonly #patience: Patience;
  readonly #room: Room;
  readonly #settle: (again: () => void) => Promise<void>;
  #blocked = false;
  #opening: Promise<void> | undefined;
  /** The handle of the database that was last opened and settled. */
  #settled: IDBDatabase | undefined;

  constructor(database: Dexie, { patienceMs, room, settle = async () => {} }: ConnectionOptions) {
    this.#database = database;
    this.#patience = new Patience(patienceMs);
    this.#room = room;
    this.#settle = settle;
    database.on('blocked', () => {
      this.#blocked = true;
    });
  }

  /**
   * One transaction over all tables; resolves once it is complete. Throws what `work` throws, StorageFull or StoreUnavailable,
   * and then nothing is kept; the last with a `cause` where the database failed, without where it merely did not open in time.
   */
  async run<T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(mode, work);
    } catch (error) {
      if (!(error instanceof Lost)) throw await this.#failureOf(error);
      if (this.#database.backendDB() === error.handle) this.#database.close();
    }
    try {
      return await this.#attempt(mode, work);
    } catch (error) {
      throw await this.#failureOf(error instanceof Lost ? error.cause : error);
    }
  }

  close(): void {
    this.#database.close();
  }

  async #attempt<T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let handle: IDBDatabase | null = null;
    let begun: Transaction | undefined;
    let ended = false;
    try {
      await this.#open();
      handle = this.#database.backendDB();
      // A native async function, so that Dexie follows native awaits within it.
      return await this.#database.transaction(`${mode}!`, this.#database.tables, async (transaction) => {
        begun = transaction;
        const answer = await work(transaction);
        ended = true;
        return answer;
      });
    } catch (thrown) {
      // Requests made after a full disk has ended the transaction only say that it has ended.
      const end = begun?.idbtrans.error;
      const error = faultOf(end) === 'full' ? end : thrown;
      // A write whose work had ended may have been committed, whatever was heard of it: it must not run twice.
      const repeatable = mode === 'r' || !ended;
      throw repeatable && faultOf(error) === 'unreachable' ? new Lost(handle, error) : error;
    }
  }

  async #open(): Promise<void> {
    if (this.#isReady()) return;
    this.#opening ??= this.#openAndSettle().finally(() => {
      this.#opening = undefined;
    });
    await this.#patience.for(this.#opening, () =>
      this.#blocked ? inUse : this.#database.isOpen() ? settling : noAnswer,
    );
  }

  #isReady(): boolean {
    return this.#database.isOpen() && this.#database.backendDB() === this.#settled;
  }

  async #openAndSettle(): Promise<void> {
    await this.#database.open();
    this.#blocked = false;
    await this.#settle(() => this.#settleAgain());
    this.#settled = this.#database.backendDB();
  }

  /** What fails here is done again, and told, by the next request. */
  #settleAgain(): void {
    this.#settled = undefined;
    this.#open().catch(() => {});
  }

  async #failureOf(error: unknown): Promise<unknown> {
    const fault = faultOf(error);
    if (fault === undefined) return error;
    // Chromium says only "internal error" when it is to open a database on a full disk.
    if (fault === 'full' || (await this.#room()) < leastRoom) return new StorageFull(full, { cause: error });
    return new StoreUnavailable(broken, { cause: error });
  }
}

/** The connection failed before anything could be committed. */
class Lost extends Error {
  /** The connection that failed; null where it could not be opened. */
  readonly handle: IDBDatabase | null;

  constructor(handle: IDBDatabase | null, cause: unknown) {
    super('The connection was lost', { cause });
    this.handle = handle;
  }
}

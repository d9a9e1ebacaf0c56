import type { Dexie, Transaction } from 'dexie';
import type { FreeSpace } from '../../lib/free-space.ts';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import { storageFailureOf } from './failures.ts';
import { TimeLimit } from './time-limit.ts';

const inUse =
  'Another Commonplace window has an older version of the database open. Close all other Commonplace tabs and windows, then try again.';
const settling = 'Commonplace is restoring your memories from its copy. Try again in a moment.';
const noAnswer =
  'The browser can’t open Commonplace’s database. Try again in a moment; if that doesn’t help, restart the browser.';
const broken = 'The browser can’t reach Commonplace’s database. Restart the browser; nothing was deleted.';
const full = 'The disk or the browser’s quota is full. Nothing was stored. Free some space, then try again.';

/** Opening a database needs this much free space, in bytes. */
const minFreeBytes = 1024 * 1024;

export interface ConnectionOptions {
  /** Time limit for opening the database. */
  timeoutMs: number;
  freeSpace: FreeSpace;
  /**
   * Prepares the database after each opening, for example by restoring it from a copy. Other transactions wait until
   * `settle` is done. If `again` is called after that, `settle` runs once more before the next transaction.
   */
  settle?: (again: () => void) => Promise<void>;
}

/**
 * Runs transactions on one database. If the connection is lost, reopens the database and runs the transaction once
 * more.
 */
export class Connection {
  readonly #database: Dexie;
  readonly #timeLimit: TimeLimit;
  readonly #freeSpace: FreeSpace;
  readonly #settle: (again: () => void) => Promise<void>;
  #blocked = false;
  #opening: Promise<void> | undefined;
  /** The newest connection for which `settle` has run. */
  #settled: IDBDatabase | undefined;

  constructor(database: Dexie, { timeoutMs, freeSpace, settle = async () => {} }: ConnectionOptions) {
    this.#database = database;
    this.#timeLimit = new TimeLimit(timeoutMs);
    this.#freeSpace = freeSpace;
    this.#settle = settle;
    database.on('blocked', () => {
      this.#blocked = true;
    });
  }

  /**
   * Runs one transaction over all tables; resolves once it is complete. Throws StorageFull, StoreUnavailable, or what
   * `work` throws. If it throws, nothing is stored, with one exception: a commit that was reported as failed may have
   * succeeded. StoreUnavailable has a `cause` if the database failed, and none if it didn't open in time.
   */
  async run<T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(mode, work);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw await this.#failureOf(error);
      if (this.#database.backendDB() === error.handle) this.#database.close();
    }
    try {
      return await this.#attempt(mode, work);
    } catch (error) {
      throw await this.#failureOf(error instanceof ConnectionLost ? error.cause : error);
    }
  }

  close(): void {
    this.#database.close();
  }

  async #attempt<T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let handle: IDBDatabase | null = null;
    let started: Transaction | undefined;
    let isDone = false;
    try {
      await this.#open();
      handle = this.#database.backendDB();
      // A native async function, so that Dexie follows native awaits within it.
      return await this.#database.transaction(`${mode}!`, this.#database.tables, async (transaction) => {
        started = transaction;
        const answer = await work(transaction);
        isDone = true;
        return answer;
      });
    } catch (thrown) {
      // Once a full disk has ended the transaction, later requests report only that it has ended. The transaction
      // itself has the reason.
      const end = started?.idbtrans.error;
      const error = storageFailureOf(end) === 'full' ? end : thrown;
      // A finished write may have been committed despite a reported error, so it must not run twice.
      const repeatable = mode === 'r' || !isDone;
      throw repeatable && storageFailureOf(error) === 'unreachable' ? new ConnectionLost(handle, error) : error;
    }
  }

  async #open(): Promise<void> {
    if (this.#isReady()) return;
    this.#opening ??= this.#openAndSettle().finally(() => {
      this.#opening = undefined;
    });
    await this.#timeLimit.for(this.#opening, () =>
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

  /** Settles in the background. If this fails, the next request tries again and reports the error. */
  #settleAgain(): void {
    this.#settled = undefined;
    this.#open().catch(() => {});
  }

  async #failureOf(error: unknown): Promise<unknown> {
    const failure = storageFailureOf(error);
    if (failure === undefined) return error;
    // Chromium reports only "internal error" if it can't open a database because the disk is full.
    if (failure === 'full' || (await this.#freeSpace()) < minFreeBytes) return new StorageFull(full, { cause: error });
    return new StoreUnavailable(broken, { cause: error });
  }
}

/** The connection failed before anything could be committed. */
class ConnectionLost extends Error {
  /** The connection that failed; null if it couldn't be opened. */
  readonly handle: IDBDatabase | null;

  constructor(handle: IDBDatabase | null, cause: unknown) {
    super('The connection was lost', { cause });
    this.handle = handle;
  }
}

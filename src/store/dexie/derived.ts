import { Dexie, type DexieOptions, type Transaction } from 'dexie';
import { StoreUnavailable } from '../../service/ports/failures.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { derivedDatabase } from './names.ts';
import { TimeLimit } from './time-limit.ts';

/** The `derivedDatabase` (./names.ts), whose data may be lost. If it is broken, it is deleted and created again. */
export class DerivedDatabase {
  readonly #database: Dexie;
  readonly #connection: Connection;
  readonly #timeLimit: TimeLimit;
  #deletion: PromiseLike<void> | undefined;

  constructor(options: DexieOptions, connection: ConnectionOptions) {
    this.#database = new Dexie(derivedDatabase, { ...options, chromeTransactionDurability: 'relaxed' });
    this.#database.version(1).stores({ windows: 'subject', files: 'name' });
    this.#connection = new Connection(this.#database, connection);
    this.#timeLimit = new TimeLimit(connection.timeoutMs);
  }

  async run<T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#connection.run(mode, work);
    } catch (error) {
      const failed = error instanceof StoreUnavailable && error.cause !== undefined;
      if (!failed) throw error;
    }
    this.#deletion ??= this.#database
      .delete()
      .catch(unreachable)
      .finally(() => {
        this.#deletion = undefined;
      });
    await this.#timeLimit.for(
      this.#deletion,
      () => 'The browser doesn’t release Commonplace’s derived database. Restart the browser.',
    );
    return this.#connection.run(mode, work);
  }

  close(): void {
    this.#connection.close();
  }
}

function unreachable(cause: unknown): never {
  throw new StoreUnavailable('The browser can’t reach Commonplace’s derived database. Restart the browser.', { cause });
}

import { Dexie, type DexieOptions, type Transaction } from 'dexie';
import { StoreUnavailable } from '../../service/ports/failures.ts';
import { Connection } from './connection.ts';
import { derivedDatabase } from './names.ts';

/** The database of what can be built again: when it is broken it is deleted and begun anew. */
export class DerivedDatabase {
  readonly #database: Dexie;
  readonly #connection: Connection;
  #rebuilding: Promise<void> | undefined;

  constructor(options: DexieOptions, patienceMs: number) {
    this.#database = new Dexie(derivedDatabase, { ...options, chromeTransactionDurability: 'relaxed' });
    this.#database.version(1).stores({ windows: 'subject', files: 'name' });
    this.#connection = new Connection(this.#database, patienceMs);
  }

  async run<T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#connection.run(mode, work);
    } catch (error) {
      const failed = error instanceof StoreUnavailable && error.cause !== undefined;
      if (!failed) throw error;
    }
    await this.#rebuild();
    return this.#connection.run(mode, work);
  }

  close(): void {
    this.#connection.close();
  }

  /** Once for all who found it broken together. */
  async #rebuild(): Promise<void> {
    this.#rebuilding ??= this.#database.delete().finally(() => {
      this.#rebuilding = undefined;
    });
    await this.#rebuilding;
  }
}

import type { Dexie, Transaction } from 'dexie';
import { append, cut } from './append.ts';
import { entryBytes, generationOf } from './entries.ts';
import { other, type OpenFiles } from './files.ts';
import type { Transact } from './replay.ts';
import { newestOf } from './restore.ts';
import { journalTable, readRow, writeRow, type Extent, type JournalRow } from './row.ts';

/** How many rows are read at once: at first, and at most. */
const rows = { first: 64, most: 2_000 };

/**
 * Writes all that the database holds into the file that is not in use, a slice in each transaction, while changes go into both files.
 * Each row is read in the transaction in which it is written down, so the new file too tells things in the order in which they came to be.
 */
export class Snapshot {
  readonly generation: number;
  readonly #files: OpenFiles;
  readonly #transact: Transact;
  readonly #sliceBytes: number;
  /** Still to be written; the first is being written. */
  readonly #tables: string[];
  /** Primary key of the row written last. */
  #last: unknown;
  #rows = rows.first;
  #begun = false;

  /** `sliceBytes`: about how much is written in one transaction. */
  constructor(database: Dexie, files: OpenFiles, transact: Transact, sliceBytes: number) {
    this.#sliceBytes = sliceBytes;
    this.#files = files;
    this.#transact = transact;
    this.#tables = database.tables.map(({ name }) => name).filter((name) => name !== journalTable);
    this.generation = 1 + Math.max(...[files.a, files.b].map((file) => generationOf(file) ?? 0));
  }

  /** Writes the next slice; after the last one the new file takes the place of the old one, and true is answered. */
  async step(): Promise<boolean> {
    const finished = await this.#transact(async (transaction) => {
      const { whole, next } = (await readRow(transaction)) ?? {};
      const written = await this.#writeSlice(transaction, this.#begun ? next : this.#begin(whole));
      await writeRow(transaction, this.#tables.length === 0 ? { whole: this.#finish(written) } : { ...(whole && { whole }), next: written });
      return this.#tables.length === 0;
    });
    this.#begun = true;
    return finished;
  }

  /** Empties the file that is not in use; from now on changes go into it too. Of files that hold too little, the better one stays until then. */
  #begin(whole: Extent | undefined): Extent {
    const file = other((whole ?? newestOf(this.#files))?.file ?? 'b');
    cut(this.#files[file], 0);
    return append(this.#files, { file, generation: this.generation, end: 0 }, entryBytes({ generation: this.generation }));
  }

  async #writeSlice(transaction: Transaction, next: Extent | undefined): Promise<Extent> {
    if (next?.generation !== this.generation) throw new Error('A snapshot was given up');
    const end = next.end + this.#sliceBytes;
    let written = next;
    while (this.#tables.length > 0 && written.end < end) {
      const table = transaction.table(this.#tables[0]!);
      const rest = this.#last === undefined ? table.orderBy(':id') : table.where(':id').above(this.#last);
      const values: unknown[] = await rest.limit(this.#rows).toArray();
      if (values.length > 0) {
        const before = written.end;
        written = append(this.#files, written, entryBytes({ changes: [{ table: table.name, type: 'put', values }] }));
        this.#last = table.core.schema.primaryKey.extractKey!(values.at(-1)) as unknown;
        this.#rows = rowsFor(this.#sliceBytes, (written.end - before) / values.length);
      } else {
        this.#tables.shift();
        this.#last = undefined;
      }
    }
    return written;
  }

  #finish(next: Extent): NonNullable<JournalRow['whole']> {
    const finished = append(this.#files, next, entryBytes({ snapshot: 'whole' }));
    // All of it at once, so that the next request's write need not.
    this.#files[finished.file].flush();
    return { ...finished, snapshot: finished.end };
  }
}

const rowsFor = (bytes: number, bytesOfRow: number) => Math.min(rows.most, Math.max(1, Math.floor(bytes / bytesOfRow)));

import type { Dexie, Transaction } from 'dexie';
import { append, cut, cutIfPossible } from './append.ts';
import { checkpointOf } from './checkpoint.ts';
import { entryBytes, generationOf } from './entries.ts';
import { other, type OpenFiles } from './files.ts';
import type { Transact } from './replay.ts';
import { ReadBack } from './read-back.ts';
import { newestOf } from './restore.ts';
import { journalTable, readRow, writeRow, type Extent, type JournalRow } from './row.ts';
import type { Checkpoint } from './status.ts';

/** The number of rows in the first read, and the maximum in any read. */
const rows = { first: 64, most: 2_000 };

/** The database lacks rows that it should have, so a snapshot of it must not replace the journal's content. */
export class DatabaseIncomplete extends Error {}

/**
 * Writes the whole database into the unused file, a slice per transaction, while changes go into both files. Then reads
 * the new file back. The new file replaces the other one only if it is complete. A row is read and appended in one
 * transaction, so changes made to it later are appended after it.
 */
export class Snapshot {
  readonly generation: number;
  readonly #database: Dexie;
  readonly #files: OpenFiles;
  readonly #transact: Transact;
  readonly #sliceBytes: number;
  /** Tables still to write; the first is in progress. */
  readonly #tables: string[];
  #last: unknown;
  #rows = rows.first;
  #written: Extent | undefined;
  #readBack: ReadBack | undefined;
  /**
   * Reads the file in use, for comparison. Before the last transaction, reads up to `end`, where the file ended when
   * the snapshot began; the last transaction reads the rest. Undefined if no file is in use or that file can't be read.
   */
  #former: { readBack: ReadBack; end: number } | undefined;

  constructor(database: Dexie, files: OpenFiles, transact: Transact, sliceBytes: number) {
    this.#sliceBytes = sliceBytes;
    this.#database = database;
    this.#files = files;
    this.#transact = transact;
    this.#tables = database.tables.map(({ name }) => name).filter((name) => name !== journalTable);
    this.generation = 1 + Math.max(...[files.a, files.b].map((file) => generationOf(file) ?? 0));
  }

  /**
   * Writes the next slice or, once all are written, reads the next slice back. After the last one is read back,
   * replaces the old file with the new one and returns true. Throws DatabaseIncomplete if the new file lacks a row of
   * the old one, or if the new file and the database have different numbers of memories. Also throws it if the database
   * contradicts `noted`, the last checkpoint in the status: if the database has a lower `seq`, or the same `seq` with
   * another number of memories.
   */
  async step(noted: Checkpoint | undefined): Promise<boolean> {
    if (this.#tables.length > 0) {
      this.#written = await this.#transact(async (transaction) => {
        const { whole, next } = (await readRow(transaction)) ?? {};
        const written = await this.#writeSlice(transaction, this.#written ? this.#current(next) : this.#begin(whole));
        await writeRow(transaction, { ...(whole && { whole }), next: written });
        return written;
      });
      return false;
    }
    const { file, end } = this.#written!;
    const readBack = (this.#readBack ??= new ReadBack(this.#files[file], this.#database));
    if (!readBack.read(end, this.#sliceBytes)) return false;
    if (!this.#readFormer(this.#former?.end)) return false;
    await this.#transact(async (transaction) => {
      const { whole, next: extent } = (await readRow(transaction)) ?? {};
      const next = this.#current(extent);
      // Includes changes since the last slice.
      while (!readBack.read(next.end, this.#sliceBytes));
      while (!this.#readFormer(whole?.end));
      if (this.#former && readBack.lacksRowOf(this.#former.readBack)) throw new DatabaseIncomplete(incomplete);
      requireComplete(await checkpointOf(transaction), readBack.memories, noted);
      await writeRow(transaction, { whole: this.#finish(next) });
    });
    return true;
  }

  /**
   * Empties the replaced file, which may have text that was deleted for good. If this fails, the journal's next append
   * empties it.
   */
  dropOld(): void {
    if (this.#written) cutIfPossible(this.#files[other(this.#written.file)], 0);
  }

  #readFormer(end = 0): boolean {
    try {
      return this.#former?.readBack.read(end, this.#sliceBytes) ?? true;
    } catch {
      // A file that can't be read can't show what the database lacks.
      this.#former = undefined;
      return true;
    }
  }

  #current(next: Extent | undefined): Extent {
    if (next?.generation !== this.generation) throw new Error('The snapshot was stopped');
    return next;
  }

  /**
   * From now on, changes also go into the unused file. If neither file is in use, the better one (`newestOf`) is kept
   * until the end.
   */
  #begin(whole: Extent | undefined): Extent {
    const file = other((whole ?? newestOf(this.#files))?.file ?? 'b');
    cut(this.#files[file], 0);
    this.#former = whole && {
      readBack: new ReadBack(this.#files[whole.file], this.#database, { skipsDamage: true }),
      end: whole.end,
    };
    return append(
      this.#files,
      { file, generation: this.generation, end: 0 },
      entryBytes({ generation: this.generation }),
    );
  }

  async #writeSlice(transaction: Transaction, next: Extent): Promise<Extent> {
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
    // The slices weren't flushed. The row must not name a file that isn't on disk, and the next write shouldn't have to
    // flush the whole file.
    this.#files[finished.file].flush();
    return { ...finished, snapshot: finished.end };
  }
}

const incomplete = 'The database has fewer rows than it should. The journal was left unchanged.';

function requireComplete(now: Checkpoint, memoriesInFile: number, noted: Checkpoint | undefined): void {
  const isOlder =
    noted !== undefined && (now.seq < noted.seq || (now.seq === noted.seq && now.memories !== noted.memories));
  if (memoriesInFile !== now.memories || isOlder) throw new DatabaseIncomplete(incomplete);
}

const rowsFor = (bytes: number, bytesOfRow: number) => Math.min(rows.most, Math.max(1, Math.floor(bytes / bytesOfRow)));

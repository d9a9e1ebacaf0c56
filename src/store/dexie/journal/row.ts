import type { Table, Transaction } from 'dexie';
import { tableOf } from '../tables.ts';
import type { FileName } from './files.ts';

/** The only table whose changes the journal doesn't record: it describes the journal. */
export const journalTable = 'journal';

/** The committed part of one file of the journal. */
export interface Extent {
  file: FileName;
  /** The number in the file's header; each renewal uses the next number. */
  generation: number;
  /** Offset after the record of the last committed transaction. */
  end: number;
}

/** Written in the same transaction as the changes, so it always describes what is committed. */
export interface JournalRow {
  name: 'journal';
  /** The file in use, which is complete. `snapshot`: the length of the snapshot at its beginning, in bytes. */
  whole?: Extent & { snapshot: number };
  /** The file that will replace `whole`, while its snapshot is being written. */
  next?: Extent;
  /** A restore is in progress: the database is incomplete. */
  restoring?: true;
}

const journalRows = (transaction: Transaction): Table<JournalRow, JournalRow['name']> =>
  tableOf(transaction, journalTable);

/** Returns undefined in a database that never had a journal, such as one that the browser has just created. */
export const readRow = (transaction: Transaction): PromiseLike<JournalRow | undefined> =>
  journalRows(transaction).get('journal');

export async function writeRow(transaction: Transaction, row: Omit<JournalRow, 'name'>): Promise<void> {
  await journalRows(transaction).put({ name: 'journal', ...row });
}

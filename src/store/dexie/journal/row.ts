import type { Table, Transaction } from 'dexie';
import { tableOf } from '../table-of.ts';
import type { FileName } from './files.ts';

/** The one table that the journal does not hold: it tells what the journal holds. */
export const journalTable = 'journal';

/** What is known of one file of the journal. */
export interface Extent {
  file: FileName;
  /** As its header says; each file that is begun anew takes the next one. */
  generation: number;
  /** Bytes: after the record of the last transaction that was committed. */
  end: number;
}

/** Written in the same transaction as the changes that were put into the files, so that it is true of what was committed. */
export interface JournalRow {
  name: 'journal';
  /** The file that holds all that the database holds, and how many of its bytes are the snapshot that it began with. */
  whole?: Extent & { snapshot: number };
  /** The file that shall take its place, while the snapshot is being written into it. */
  next?: Extent;
  /** The database holds a part of what is being brought back into it. */
  restoring?: true;
}

const journalRows = (transaction: Transaction): Table<JournalRow, JournalRow['name']> =>
  tableOf(transaction, journalTable);

/** What the row says; undefined in a database that never had a journal, as in one that the browser has just made. */
export const readRow = (transaction: Transaction): PromiseLike<JournalRow | undefined> =>
  journalRows(transaction).get('journal');

export async function writeRow(transaction: Transaction, row: Omit<JournalRow, 'name'>): Promise<void> {
  await journalRows(transaction).put({ name: 'journal', ...row });
}

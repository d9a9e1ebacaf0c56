import type { DBCoreMutateRequest, Dexie, Transaction } from 'dexie';
import type { Change } from './changes.ts';
import { entriesOf } from './entries.ts';
import type { JournalFile } from './files.ts';
import { journalTable, writeRow, type JournalRow } from './row.ts';

export type Transact = <T>(work: (transaction: Transaction) => Promise<T>) => PromiseLike<T>;

export interface ReplayOptions {
  /** Where in the file to begin, in bytes. */
  from: number;
  sliceBytes: number;
  /** The journal's row of each transaction, by how much is done then. */
  rowAt: (end: number) => Omit<JournalRow, 'name'>;
}

/** Does again what a file holds from a place on, in its order, as far as it is whole. */
export async function replay(
  database: Dexie,
  transact: Transact,
  file: JournalFile,
  { from, sliceBytes, rowAt }: ReplayOptions,
): Promise<void> {
  let changes: Change[] = [];
  let begun = from;
  let last = from;
  const redo = async () => {
    if (last === begun) return;
    await transact(async (transaction) => {
      await Promise.all(changes.map((change) => redone(database, transaction, change)));
      await writeRow(transaction, rowAt(last));
    });
    changes = [];
    begun = last;
  };
  for (const { entry, end } of entriesOf(file, from)) {
    if ('changes' in entry) changes.push(...entry.changes);
    last = end;
    if (last - begun >= sliceBytes) await redo();
  }
  await redo();
}

/** Empties every table but the journal's own. */
export async function clearAll(database: Dexie, transaction: Transaction): Promise<void> {
  await Promise.all(
    database.tables.filter(({ name }) => name !== journalTable).map(({ name }) => transaction.table(name).clear()),
  );
}

/** Past the layers of Dexie, which would not keep the order of changes that are all asked for at once. */
async function redone(database: Dexie, { idbtrans }: Transaction, { table, ...change }: Change): Promise<void> {
  // A journal that a later version of Commonplace wrote may name a table that this one does not have.
  if (!database.tables.some(({ name }) => name === table)) return;
  const { numFailures, failures } = await database.core
    .table(table)
    .mutate({ ...change, trans: idbtrans } as DBCoreMutateRequest);
  if (numFailures > 0) throw Object.values(failures)[0] as Error;
}

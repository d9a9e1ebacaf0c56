import type { DBCoreMutateRequest, Dexie, Transaction } from 'dexie';
import type { Change } from './changes.ts';
import { entriesOf } from './entries.ts';
import type { JournalFile } from './files.ts';
import { journalTable, writeRow, type JournalRow } from './row.ts';

/** Runs `work` in one transaction over all tables. */
export type Transact = <T>(work: (transaction: Transaction) => Promise<T>) => PromiseLike<T>;

export interface ReplayOptions {
  /** Offset in the file. */
  from: number;
  sliceBytes: number;
  /** The journal's row to write in each transaction. `end`: the offset up to which the file has then been replayed. */
  rowAt: (end: number) => Omit<JournalRow, 'name'>;
}

/** Replays the changes in a file from an offset to the last complete record. */
export async function replay(
  database: Dexie,
  transact: Transact,
  file: JournalFile,
  { from, sliceBytes, rowAt }: ReplayOptions,
): Promise<void> {
  let changes: Change[] = [];
  let start = from;
  let last = from;
  const apply = async () => {
    if (last === start) return;
    await transact(async (transaction) => {
      await Promise.all(changes.map((change) => applied(database, transaction, change)));
      await writeRow(transaction, rowAt(last));
    });
    changes = [];
    start = last;
  };
  for (const { entry, end } of entriesOf(file, from)) {
    if ('changes' in entry) changes.push(...entry.changes);
    last = end;
    if (last - start >= sliceBytes) await apply();
  }
  await apply();
}

/** Empties every table but the journal's own. */
export async function clearAll(database: Dexie, transaction: Transaction): Promise<void> {
  await Promise.all(
    database.tables.filter(({ name }) => name !== journalTable).map(({ name }) => transaction.table(name).clear()),
  );
}

/** Applies a change through Dexie's core: the layers above it don't keep the order of concurrent changes. */
async function applied(database: Dexie, { idbtrans }: Transaction, { table, ...change }: Change): Promise<void> {
  // A journal written by a later version of Commonplace may have a table that this version lacks.
  if (!database.tables.some(({ name }) => name === table)) return;
  const { numFailures, failures } = await database.core
    .table(table)
    .mutate({ ...change, trans: idbtrans } as DBCoreMutateRequest);
  if (numFailures > 0) throw Object.values(failures)[0] as Error;
}

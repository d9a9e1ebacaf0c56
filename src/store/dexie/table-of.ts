import type { Table, Transaction } from 'dexie';

/** A table bound to a transaction, of the type that it is wanted as: Dexie knows tables by name only. */
export function tableOf<Row, Key>(transaction: Transaction, name: string): Table<Row, Key> {
  return transaction.table(name) as Table<Row, Key>;
}

import type { DBCoreKeyRange, DBCoreMutateRequest, DBCoreTable, DBCoreTransaction, Dexie, Transaction } from 'dexie';
import { journalTable } from './row.ts';

/** A change to one table, in the terms of Dexie's core. Rows and keys are JSON values. */
export type Change = { table: string } & (
  | { type: 'put'; values: readonly unknown[] }
  | { type: 'delete'; keys: readonly unknown[] }
  | { type: 'deleteRange'; range: DBCoreKeyRange }
);

/** Below Dexie's own middleware, so that the recorder sees requests as the database gets them. */
const level = -2;

/** Records every change to a database, whichever code makes it. Leaves out only the journal's own table. */
export class ChangeRecorder {
  /** The changes of each transaction in order, as JSON; `taken` once `take` has returned them. */
  readonly #notes = new WeakMap<DBCoreTransaction, string[] | 'taken'>();

  constructor(database: Dexie) {
    database.use({
      stack: 'dbcore',
      name: 'journal',
      level,
      create: (core) => ({
        ...core,
        table: (name) => (name === journalTable ? core.table(name) : this.#recording(core.table(name))),
      }),
    });
  }

  /** Returns the changes of a transaction. A transaction that changes anything after that is aborted. */
  take({ idbtrans }: Transaction): string[] {
    const notes = this.#notes.get(idbtrans) ?? [];
    this.#notes.set(idbtrans, 'taken');
    if (notes === 'taken') throw new Error('The changes of this transaction were taken before');
    return notes.filter((note) => note !== '');
  }

  #recording(table: DBCoreTable): DBCoreTable {
    return {
      ...table,
      mutate: (request) => {
        const amend = this.#record(request.trans, noteOf(table.name, request));
        return table.mutate(request).then((answer) => {
          if (answer.numFailures > 0) amend(noteOf(table.name, request, answer.failures));
          return answer;
        });
      },
    };
  }

  /** Adds a note. Returns a function that replaces it. */
  #record(transaction: DBCoreTransaction, note: string): (amended: string) => void {
    const notes = this.#notes.get(transaction) ?? [];
    if (notes === 'taken') {
      transaction.abort();
      return () => {};
    }
    this.#notes.set(transaction, notes);
    const index = notes.push(note) - 1;
    return (amended) => {
      if (this.#notes.get(transaction) === notes) notes[index] = amended;
      else transaction.abort();
    };
  }
}

/** The change that a request makes, as JSON, without the rows that failed; empty if it makes none. */
function noteOf(table: string, request: DBCoreMutateRequest, failures: Record<number, unknown> = {}): string {
  if (request.type === 'deleteRange')
    return 0 in failures ? '' : toJson({ table, type: 'deleteRange', range: request.range });
  const done = <T>(all: readonly T[]) => all.filter((_, index) => !(index in failures));
  if (request.type === 'delete') {
    const keys = done(request.keys as unknown[]);
    return keys.length === 0 ? '' : toJson({ table, type: 'delete', keys });
  }
  const values = done(request.values as unknown[]);
  return values.length === 0 ? '' : toJson({ table, type: 'put', values });
}

const toJson = (change: Change) => JSON.stringify(change);

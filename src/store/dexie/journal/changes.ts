import type { DBCoreKeyRange, DBCoreMutateRequest, DBCoreTable, DBCoreTransaction, Dexie, Transaction } from 'dexie';
import { journalTable } from './row.ts';

/** What was done to one table, as Dexie's core knows it. Rows and keys are JSON values. */
export type Change = { table: string } & (
  | { type: 'put'; values: readonly unknown[] }
  | { type: 'delete'; keys: readonly unknown[] }
  | { type: 'deleteRange'; range: DBCoreKeyRange }
);

/** Below Dexie's own middleware: requests are seen as the database gets them. */
const level = -2;

/** Notes down what is done to the tables of a database, whoever does it, so that none can be forgotten. */
export class ChangeNotes {
  /** By transaction: the changes in their order, as JSON; `taken` once they were handed out. */
  readonly #notes = new WeakMap<DBCoreTransaction, string[] | 'taken'>();

  constructor(database: Dexie) {
    database.use({
      stack: 'dbcore',
      name: 'journal',
      level,
      create: (core) => ({
        ...core,
        table: (name) => (name === journalTable ? core.table(name) : this.#noting(core.table(name))),
      }),
    });
  }

  /** Hands out what was noted of a transaction. One that changes something after that is aborted. */
  take({ idbtrans }: Transaction): string[] {
    const notes = this.#notes.get(idbtrans) ?? [];
    this.#notes.set(idbtrans, 'taken');
    if (notes === 'taken') throw new Error('The changes of this transaction were taken before');
    return notes.filter((note) => note !== '');
  }

  #noting(table: DBCoreTable): DBCoreTable {
    return {
      ...table,
      mutate: (request) => {
        const amend = this.#note(request.trans, noteOf(table.name, request));
        return table.mutate(request).then((answer) => {
          if (answer.numFailures > 0) amend(noteOf(table.name, request, answer.failures));
          return answer;
        });
      },
    };
  }

  /** Answers how the note can be written anew. */
  #note(transaction: DBCoreTransaction, note: string): (amended: string) => void {
    const notes = this.#notes.get(transaction) ?? [];
    if (notes === 'taken') {
      transaction.abort();
      return () => {};
    }
    this.#notes.set(transaction, notes);
    const place = notes.push(note) - 1;
    return (amended) => {
      if (this.#notes.get(transaction) === notes) notes[place] = amended;
      else transaction.abort();
    };
  }
}

/** The change that a request makes, as JSON, without the part that failed; empty where it makes none. */
function noteOf(table: string, request: DBCoreMutateRequest, failures: Record<number, unknown> = {}): string {
  if (request.type === 'deleteRange')
    return 0 in failures ? '' : written({ table, type: 'deleteRange', range: request.range });
  const done = <T>(all: readonly T[]) => all.filter((_, number) => !(number in failures));
  if (request.type === 'delete') {
    const keys = done(request.keys as unknown[]);
    return keys.length === 0 ? '' : written({ table, type: 'delete', keys });
  }
  const values = done(request.values as unknown[]);
  return values.length === 0 ? '' : written({ table, type: 'put', values });
}

const written = (change: Change) => JSON.stringify(change);

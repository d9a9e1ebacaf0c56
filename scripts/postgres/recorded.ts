import type { Sql, SqlDatabase, SqlValue, TransactionKind } from '../../src/service/ports/sql.ts';

export interface RecordedStatement {
  statement: string;
  values: readonly SqlValue[];
}

/** The statements of one transaction, or a single statement outside a transaction. */
export interface RecordedTransaction {
  kind: TransactionKind | 'single statement';
  /** The statements of one step were sent together, without waiting for each other. */
  steps: RecordedStatement[][];
}

/** A database that records its statements. */
export interface RecordingDatabase {
  database: SqlDatabase;
  /** Returns the statements since the last call, in order. */
  take(): RecordedTransaction[];
}

export function recordStatements(database: SqlDatabase): RecordingDatabase {
  let transactions: RecordedTransaction[] = [];

  function recordInto(sql: Sql, transaction: RecordedTransaction): Sql {
    let open = 0;
    return {
      async query(statement, values = []) {
        if (open++ === 0) transaction.steps.push([]);
        transaction.steps.at(-1)!.push({ statement, values });
        try {
          return await sql.query(statement, values);
        } finally {
          open--;
        }
      },
    };
  }

  function begin(kind: RecordedTransaction['kind']): RecordedTransaction {
    const transaction: RecordedTransaction = { kind, steps: [] };
    transactions.push(transaction);
    return transaction;
  }

  return {
    database: {
      ...database,
      query: (statement, values) => recordInto(database, begin('single statement')).query(statement, values),
      transaction: (kind, work) => database.transaction(kind, (sql) => work(recordInto(sql, begin(kind)))),
    },
    take() {
      const taken = transactions;
      transactions = [];
      return taken;
    },
  };
}

/** The statements of transactions as a flat list. */
export function statementsOf(transactions: RecordedTransaction[]): RecordedStatement[] {
  return transactions.flatMap(({ steps }) => steps.flat());
}

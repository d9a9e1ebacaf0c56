import type { SqlDatabase, SqlValue, TransactionKind, TransactionSql } from '../../src/service/ports/sql.ts';

export interface RecordedStatement {
  statement: string;
  values: readonly SqlValue[];
}

export interface RecordedTransaction {
  kind: TransactionKind | 'single statement';
  /** The statements of one step were sent together, without waiting for each other. */
  steps: RecordedStatement[][];
}

export interface RecordingDatabase {
  database: SqlDatabase;
  /** Returns what was recorded since the last call, oldest first. */
  take(): RecordedTransaction[];
}

export function recordStatements(database: SqlDatabase): RecordingDatabase {
  let transactions: RecordedTransaction[] = [];

  function recordInto(sql: TransactionSql, transaction: RecordedTransaction): TransactionSql {
    let open = 0;
    let isSending = false;
    const record = (one: RecordedStatement) => {
      if (open === 0 && !isSending) transaction.steps.push([]);
      transaction.steps.at(-1)!.push(one);
    };
    return {
      async query(statement, values = []) {
        record({ statement, values });
        isSending = false;
        open++;
        try {
          return await sql.query(statement, values);
        } finally {
          open--;
        }
      },
      // `send` doesn't wait, so the next statement joins this step.
      send(statement, values = []) {
        record({ statement, values });
        isSending = true;
        sql.send(statement, values);
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
      query(statement, values = []) {
        begin('single statement').steps.push([{ statement, values }]);
        return database.query(statement, values);
      },
      transaction: (kind, work) => database.transaction(kind, (sql) => work(recordInto(sql, begin(kind)))),
    },
    take() {
      const taken = transactions;
      transactions = [];
      return taken;
    },
  };
}

export function statementsOf(transactions: RecordedTransaction[]): RecordedStatement[] {
  return transactions.flatMap(({ steps }) => steps.flat());
}

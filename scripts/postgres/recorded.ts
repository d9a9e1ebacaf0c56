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
  let units: RecordedTransaction[] = [];

  function recordInto(sql: Sql, unit: RecordedTransaction): Sql {
    let open = 0;
    return {
      async query(statement, values = []) {
        if (open++ === 0) unit.steps.push([]);
        unit.steps.at(-1)!.push({ statement, values });
        try {
          return await sql.query(statement, values);
        } finally {
          open--;
        }
      },
    };
  }

  function begin(kind: RecordedTransaction['kind']): RecordedTransaction {
    const unit: RecordedTransaction = { kind, steps: [] };
    units.push(unit);
    return unit;
  }

  return {
    database: {
      ...database,
      query: (statement, values) => recordInto(database, begin('single statement')).query(statement, values),
      transaction: (kind, work) => database.transaction(kind, (sql) => work(recordInto(sql, begin(kind)))),
    },
    take() {
      const taken = units;
      units = [];
      return taken;
    },
  };
}

/** The statements as a flat list. */
export function statementsOf(units: RecordedTransaction[]): RecordedStatement[] {
  return units.flatMap(({ steps }) => steps.flat());
}

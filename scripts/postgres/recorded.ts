import type { Sql, SqlDatabase, SqlValue, TransactionKind } from '../../src/service/ports/sql.ts';

export interface Asked {
  statement: string;
  values: readonly SqlValue[];
}

/** Statements of one transaction, or one by itself. */
export interface Unit {
  kind: TransactionKind | 'alone';
  /** The statements of one step were sent together, without waiting for each other. */
  steps: Asked[][];
}

/** A database that records its statements. */
export interface Recorded {
  database: SqlDatabase;
  /** The statements since the last call, in order. */
  take(): Unit[];
}

export function recorded(database: SqlDatabase): Recorded {
  let units: Unit[] = [];

  function noting(sql: Sql, unit: Unit): Sql {
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

  function begin(kind: Unit['kind']): Unit {
    const unit: Unit = { kind, steps: [] };
    units.push(unit);
    return unit;
  }

  return {
    database: {
      ...database,
      query: (statement, values) => noting(database, begin('alone')).query(statement, values),
      transaction: (kind, work) => database.transaction(kind, (sql) => work(noting(sql, begin(kind)))),
    },
    take() {
      const taken = units;
      units = [];
      return taken;
    },
  };
}

/** The statements as a flat list. */
export function statementsOf(units: Unit[]): Asked[] {
  return units.flatMap(({ steps }) => steps.flat());
}

import type { Sql, SqlDatabase, SqlValue } from '../../src/service/ports/sql.ts';

/** Statements that were sent together: none of them waited for another. */
type Together = { statement: string; values: readonly SqlValue[] }[];

/** Statements of one transaction, or one by itself. */
export interface Unit {
  kind: 'read' | 'write' | 'alone';
  steps: Together[];
}

/** A database that notes what is asked of it. */
export interface Recorder {
  database: SqlDatabase;
  /** What was asked since the last time, in its order. */
  take(): Unit[];
}

export function recorder(database: SqlDatabase): Recorder {
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

/** Asks the same once more, straight of the database. */
export async function again(database: SqlDatabase, units: Unit[]): Promise<void> {
  for (const { kind, steps } of units) {
    if (kind === 'alone') await replay(database, steps);
    else await database.transaction(kind, (sql) => replay(sql, steps));
  }
}

async function replay(sql: Sql, steps: Together[]): Promise<void> {
  for (const step of steps) await Promise.all(step.map(({ statement, values }) => sql.query(statement, values)));
}

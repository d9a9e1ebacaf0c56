import type { Sql, SqlDatabase } from '../../src/service/ports/sql.ts';
import type { Unit } from '../../scripts/postgres/recorded.ts';

/** Sends recorded SQL straight to the database again. */
export async function again(database: SqlDatabase, units: Unit[]): Promise<void> {
  for (const { kind, steps } of units) {
    if (kind === 'alone') await replay(database, steps);
    else await database.transaction(kind, (sql) => replay(sql, steps));
  }
}

async function replay(sql: Sql, steps: Unit['steps']): Promise<void> {
  for (const step of steps) await Promise.all(step.map(({ statement, values }) => sql.query(statement, values)));
}

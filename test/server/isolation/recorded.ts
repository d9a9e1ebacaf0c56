import type { Sql, SqlDatabase } from '../../../src/service/ports/sql.ts';

/** A database, and the statements that were sent to it since they were last taken. */
export interface Recorded extends SqlDatabase {
  takeStatements(): string[];
}

export function recorded(database: SqlDatabase): Recorded {
  let statements: string[] = [];
  const over = (sql: Sql): Sql => ({
    query(statement, values) {
      statements.push(statement);
      return sql.query(statement, values);
    },
  });
  return {
    ...database,
    ...over(database),
    transaction(kind, work) {
      statements.push(kind);
      return database.transaction(kind, (sql) => work(over(sql)));
    },
    takeStatements() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}

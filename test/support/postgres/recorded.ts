import type { Sql, SqlDatabase, SqlValue } from '../../../src/service/ports/sql.ts';

export interface Asked {
  statement: string;
  values: readonly SqlValue[];
}

/** A database that writes down what it is asked. */
export function recorded(database: SqlDatabase): { database: SqlDatabase; asked: Asked[] } {
  const asked: Asked[] = [];
  const over = (sql: Sql): Sql => ({
    query(statement, values = []) {
      asked.push({ statement, values });
      return sql.query(statement, values);
    },
  });
  return { asked, database: { ...database, ...over(database), transaction: (kind, work) => database.transaction(kind, (sql) => work(over(sql))) } };
}

import type { Sql, SqlDatabase } from '../../src/service/ports/sql.ts';
import type { RecordedTransaction } from '../../scripts/postgres/recorded.ts';

export async function replayTransactions(database: SqlDatabase, transactions: RecordedTransaction[]): Promise<void> {
  for (const { kind, steps } of transactions) {
    if (kind === 'single statement') await replaySteps(database, steps);
    else await database.transaction(kind, (sql) => replaySteps(sql, steps));
  }
}

async function replaySteps(sql: Sql, steps: RecordedTransaction['steps']): Promise<void> {
  for (const step of steps) await Promise.all(step.map(({ statement, values }) => sql.query(statement, values)));
}

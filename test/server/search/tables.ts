import { onTestFinished } from 'vitest';
import { searchMigrations } from '../../../src/search/postgres/migrations/index.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';

export async function withTables(make: () => Promise<SqlDatabase>): Promise<SqlDatabase> {
  const database = await make();
  onTestFinished(() => database.close());
  for (const migration of searchMigrations) await database.transaction('write', (sql) => migration.up(sql, database));
  return database;
}

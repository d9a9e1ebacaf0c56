import { readFileSync } from 'node:fs';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';

/** Fills an empty database with what an earlier version left in it, from a file of `test/fixtures/postgres`. */
export async function loadFixture(database: SqlDatabase, file: URL): Promise<void> {
  const statements = readFileSync(file, 'utf8').split(/;\n\n|;\n$/);
  for (const statement of statements.filter((text) => text !== '')) await database.query(statement);
}

export async function schemaOf(database: SqlDatabase): Promise<unknown[]> {
  const columns =
    await database.query(`select table_name, column_name, data_type, collation_name, is_nullable, column_default, generation_expression
    from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`);
  const indexes = await database.query(
    'select tablename, indexname, indexdef from pg_indexes where schemaname = current_schema() order by tablename, indexname',
  );
  return [columns, indexes];
}

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { memoryStore } from '../../../src/store/memory/index.ts';
import { postgresStore, storeMigrations } from '../../../src/store/postgres/index.ts';
import { fillVersion1 } from '../../fixtures/store/version-1.contents.ts';
import { databases } from '../../support/postgres/databases.ts';
import { everything } from '../../support/store-cases/everything.ts';
import { idOf, memory, noon, owner } from '../../support/store-cases/rows.ts';

const folder = new URL('../../fixtures/postgres/', import.meta.url);

/** Makes a database that version `version` has left. */
async function load(database: SqlDatabase, version: number): Promise<void> {
  const statements = readFileSync(new URL(`version-${version}.sql`, folder), 'utf8').split(/;\n\n|;\n$/);
  for (const statement of statements.filter((one) => one !== '')) await database.query(statement);
}

/** Every column and every index. */
async function formOf(database: SqlDatabase): Promise<unknown[]> {
  const columns = await database.query(`select table_name, column_name, data_type, collation_name, is_nullable, column_default, generation_expression
    from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`);
  const indexes = await database.query('select tablename, indexname, indexdef from pg_indexes where schemaname = current_schema() order by tablename, indexname');
  return [columns, indexes];
}

test('every migration has a fixture of the database that it left', () => {
  expect(readdirSync(folder).sort()).toEqual(storeMigrations.map((_, place) => `version-${place + 1}.sql`));
});

describe.each(databases)('over %s', (_, make) => {
  async function open(): Promise<SqlDatabase> {
    const database = await make();
    onTestFinished(() => database.close());
    return database;
  }

  async function upgraded(): Promise<{ store: Store; oracle: Store }> {
    const database = await open();
    await load(database, 1);
    await migrate(database, storeMigrations);
    const oracle = memoryStore();
    await oracle.write(owner, fillVersion1);
    return { store: postgresStore(database), oracle };
  }

  test('the form of the database changes with a new migration only', async () => {
    const [fresh, left] = [await open(), await open()];
    await migrate(fresh, storeMigrations);
    await load(left, storeMigrations.length);
    expect(await formOf(fresh)).toEqual(await formOf(left));
    await left.query('drop index tokens_by_id');
    expect(await formOf(fresh)).not.toEqual(await formOf(left));
  });

  test("all that version 1 kept is there in today's code, and can be changed", async () => {
    const { store, oracle } = await upgraded();
    expect(await store.read(owner, everything)).toEqual(await oracle.read(owner, everything));
    for (const one of [store, oracle]) {
      await one.write(owner, async (writer) => {
        await writer.putMemory(memory(1, { tags: ['Bread', 'New'], collection: idOf('col', 2) }));
        await writer.putMemory(memory(4, { tags: ['Bread'] }));
        await writer.eraseMemory(idOf('mem', 2), noon);
        await writer.putMemory(memory(9, { tags: ['bread'] }));
      });
    }
    expect(await store.read(owner, everything)).toEqual(await oracle.read(owner, everything));
    expect([...(await store.rates.lastUsed(['tok_1'])).values()]).toEqual([Date.parse('2026-03-01T12:00:30.250Z')]);
  });
});

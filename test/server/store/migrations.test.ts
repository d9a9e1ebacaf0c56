import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { postgresStore, storeMigrations } from '../../../src/store/postgres/index.ts';
import { fillVersion1 } from '../../fixtures/store/version-1.contents.ts';
import { databases } from '../../support/postgres/databases.ts';
import { schemaOf, loadFixture } from '../../support/postgres/schema.ts';
import { everything } from '../../support/store-cases/everything.ts';
import { idOf, memory, noon, owner } from '../../support/store-cases/rows.ts';

const folder = new URL('../../fixtures/postgres/', import.meta.url);

const fixtureOf = (number: number) => new URL(`version-${number}.sql`, folder);

test('every migration has a fixture of the resulting database', () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort(),
  ).toEqual(storeMigrations.map((_, index) => `version-${index + 1}.sql`));
});

describe.each(databases)('over %s', (_, make) => {
  async function open(): Promise<SqlDatabase> {
    const database = await make();
    onTestFinished(() => database.close());
    return database;
  }

  async function upgraded(
    more: (database: SqlDatabase) => Promise<unknown> = async () => {},
  ): Promise<{ store: Store; oracle: Store }> {
    const database = await open();
    await loadFixture(database, fixtureOf(1));
    await more(database);
    await migrate(database, storeMigrations);
    const oracle = inMemoryStore();
    await oracle.write(owner, fillVersion1);
    return { store: postgresStore(database), oracle };
  }

  test('the schema changes only with a new migration', async () => {
    const [fresh, fixture] = [await open(), await open()];
    await migrate(fresh, storeMigrations);
    await loadFixture(fixture, fixtureOf(storeMigrations.length));
    expect(await schemaOf(fresh)).toEqual(await schemaOf(fixture));
    await fixture.query('drop index tokens_by_id');
    expect(await schemaOf(fresh)).not.toEqual(await schemaOf(fixture));
  });

  test('data of version 1 is still complete and can be changed', async () => {
    const { store, oracle } = await upgraded();
    expect(await store.read(owner, everything)).toEqual(await oracle.read(owner, everything));
    for (const target of [store, oracle]) {
      await target.write(owner, async (writer) => {
        await writer.putMemory(memory(1, { tags: ['Bread', 'New'], collection: idOf('col', 2) }));
        await writer.putMemory(memory(4, { tags: ['Bread'] }));
        await writer.eraseMemory(idOf('mem', 2), noon);
        await writer.putMemory(memory(9, { tags: ['bread'] }));
      });
    }
    expect(await store.read(owner, everything)).toEqual(await oracle.read(owner, everything));
    expect([...(await store.rates.lastUsed(['tok_1'])).values()]).toEqual([Date.parse('2026-03-01T12:00:30.250Z')]);
  });

  test('erasing a memory also removes idempotency responses saved by earlier versions', async () => {
    const body = JSON.stringify({ id: idOf('mem', 1), content: 'Sourdough' });
    const { store } = await upgraded((database) =>
      database.query(
        `insert into idempotency (owner, token_id, operation, key, fingerprint, created_at, status, headers, body)
        select owner, token_id, operation.name, 'old', fingerprint, created_at, status, headers, $1
        from idempotency, unnest('{createMemory,restoreMemory,createCollection}'::text[]) as operation(name)`,
        [body],
      ),
    );
    await store.write(owner, (writer) => writer.eraseMemory(idOf('mem', 1), noon));
    const found = (operation: string) =>
      store.read(owner, (reader) => reader.idempotency(idOf('tok', 1), operation, 'old'));
    expect(
      await Promise.all(
        ['createMemory', 'restoreMemory', 'createCollection'].map(async (operation) => (await found(operation))?.body),
      ),
    ).toEqual([null, null, body]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { addUser, listUsers, UserRefused } from '../../../src/store/postgres/users.ts';
import { databases } from '../../support/postgres/databases.ts';
import { tablesWithOwner, unboundTables } from '../../support/postgres/owners/unbound.ts';
import { recordStatements, statementsOf } from '../../../scripts/postgres/recorded.ts';
import { empty, sharedDatabase } from '../../support/postgres/stores.ts';
import { everything } from '../../support/store-cases/everything.ts';
import { collection, firstAnswer, idOf, memory, noon, token } from '../../support/store-cases/rows.ts';

/** Calls every method of a writer. */
async function fill(store: Store, owner: string, number: number): Promise<void> {
  await store.write(owner, async (writer) => {
    await writer.putCollection(collection(1, `Of ${owner}`));
    await writer.putCollection(collection(2, 'Gone'));
    await writer.deleteCollection(idOf('col', 2));
    await writer.putMemory(
      memory(1, {
        content: `Of ${owner}`,
        tags: ['Same', owner],
        collection: idOf('col', 1),
        url: 'https://a.example/',
      }),
    );
    await writer.putMemory(memory(2, { tags: ['Same'], deletedAt: noon }));
    for (let more = 3; more < 3 + number; more++) await writer.putMemory(memory(more));
    await writer.eraseMemory(idOf('mem', 3), noon);
    await writer.putToken(token(100 + number));
    await writer.putToken(token(200 + number));
    await writer.deleteToken(idOf('tok', 200 + number));
    await writer.putIdempotency(firstAnswer('one', { body: JSON.stringify(owner) }));
    await writer.dropIdempotencyBefore(noon);
    await writer.charge('2026-03-01', null);
    await writer.refund('2026-02-01', null);
    await writer.setPlan(owner === 'ann' ? 'free' : 'unlimited');
    await writer.putSetting('colour', owner);
  });
}

describe.each(databases)('over %s', (_, make) => {
  const { database } = sharedDatabase(make);

  async function two(): Promise<Store> {
    await empty(database());
    for (const name of ['ann', 'ben']) await addUser(database(), name, 0);
    return postgresStore(database());
  }

  test('two owners with the same ids see nothing of each other', async () => {
    const store = await two();
    await fill(store, 'ann', 2);
    const before = await store.read('ann', everything);
    expect(await store.read('ben', everything)).toEqual(await store.read('nobody', everything));
    await fill(store, 'ben', 5);
    expect(await store.read('ann', everything)).toEqual(before);
    expect(JSON.stringify(await store.read('ben', everything))).not.toContain('ann');
    await store.write('ben', async (writer) => {
      for (let number = 1; number < 9; number++) await writer.eraseMemory(idOf('mem', number), noon);
      await writer.deleteCollection(idOf('col', 1));
      await writer.deleteToken(idOf('tok', 102));
      await writer.dropIdempotencyBefore('2027-01-01T00:00:00.000Z');
    });
    expect(await store.read('ann', everything)).toEqual(before);
    expect([
      (await store.findToken(idOf('tok', 102)))?.owner,
      (await store.findToken(idOf('tok', 105)))?.owner,
    ]).toEqual(['ann', 'ben']);
  });

  test('every statement of readers and writers uses only rows of the owner, its first parameter', async () => {
    await two();
    const watched = recordStatements(database());
    const store = postgresStore(watched.database);
    await fill(store, 'ann', 2);
    await store.read('ann', everything);
    await store.read('ann', (reader) =>
      reader.listTags({ within: [idOf('col', 1)], prefix: 'o', after: 'o', limit: 1 }),
    );
    await store.read('ann', (reader) =>
      reader.listMemories({
        deleted: false,
        collections: [idOf('col', 1)],
        tagKeys: ['same', 'ann'],
        source: 'popup',
        limit: 1,
      }),
    );
    const all = statementsOf(watched.take());
    expect(all.length).toBeGreaterThan(40);
    const tables = new Set((await database().query<{ name: string }>(tablesWithOwner)).map(({ name }) => name));
    for (const asked of all) {
      expect(asked.values[0], asked.statement).toBe('ann');
      expect(await unboundTables(asked, 'ann', tables), asked.statement).toEqual([]);
    }
  });

  test('every table has an owner column, except those without owners', async () => {
    const others = await database().query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = current_schema() and tablename not in (${tablesWithOwner}) order by 1`,
    );
    // Migrations; and requests per token or address, also of clients without a token.
    expect(others.map(({ name }) => name)).toEqual(['migrations', 'rate_windows']);
  });

  test('refuses writes for an unknown owner, and adds none by writing', async () => {
    const store = await two();
    await expect(store.write('cid', (writer) => writer.putSetting('colour', 'blue'))).rejects.toThrow(
      'There is no user named cid',
    );
    expect((await listUsers(database())).map(({ name }) => name)).toEqual(['ann', 'ben', 'me']);
    expect(await store.read('cid', (reader) => reader.usage())).toMatchObject({ plan: 'unlimited', memories: 0 });
  });

  test('adds a user once, under a valid name', async () => {
    await two();
    expect(await addUser(database(), 'd.e_f-9', Date.parse(noon))).toEqual({ name: 'd.e_f-9', createdAt: noon });
    await expect(addUser(database(), 'ann', 0)).rejects.toThrow(UserRefused);
    for (const name of ['', 'Ann', 'a b', 'ä', 'a'.repeat(65)])
      await expect(addUser(database(), name, 0)).rejects.toThrow(UserRefused);
    expect(await listUsers(database())).toContainEqual({ name: 'd.e_f-9', createdAt: noon });
  });
});

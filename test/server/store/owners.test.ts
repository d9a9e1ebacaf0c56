import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { addUser, listUsers, UserNotAdded } from '../../../src/store/postgres/users.ts';
import { databases } from '../../support/postgres/databases.ts';
import { tablesWithOwner, unboundTables } from '../../support/postgres/owners/unbound.ts';
import { recordStatements, statementsOf } from '../../../scripts/postgres/recorded.ts';
import { empty, sharedDatabase } from '../../support/postgres/stores.ts';
import { everything } from '../../support/store-cases/everything.ts';
import { collection, idempotencyRow, idOf, memory, noon, token } from '../../support/store-cases/rows.ts';

/**
 * Calls every method of a writer that changes data. Owners need different `extraMemories`, so that their tokens have
 * different ids.
 */
async function fill(store: Store, owner: string, extraMemories: number): Promise<void> {
  await store.write(owner, async (writer) => {
    await writer.putCollection(collection(1, `Of ${owner}`));
    await writer.putCollection(collection(2, 'Gone'));
    await writer.putMemory(memory(2, { tags: ['Same'], collection: idOf('col', 2) }));
    await writer.emptyCollection(idOf('col', 2), noon);
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
    for (let number = 3; number < 3 + extraMemories; number++) await writer.putMemory(memory(number));
    await writer.eraseMemory(idOf('mem', 3), noon);
    await writer.putMemories([memory(10), memory(11)]);
    await writer.eraseMemories([idOf('mem', 10), idOf('mem', 11)], noon);
    await writer.dropTombstonesBefore(noon);
    await writer.putToken(token(100 + extraMemories));
    await writer.putToken(token(200 + extraMemories));
    await writer.deleteToken(idOf('tok', 200 + extraMemories));
    await writer.putIdempotency(idempotencyRow('one', { body: JSON.stringify(owner) }));
    await writer.dropIdempotencyBefore(noon);
    await writer.charge('2026-03-01', null);
    await writer.refund('2026-02-01', null);
    await writer.setPlan(owner === 'ann' ? 'free' : 'unlimited');
    await writer.putSetting('colour', owner);
  });
}

describe.each(databases)('over %s', (_, make) => {
  const { database } = sharedDatabase(make);

  async function storeOfAnnAndBen(): Promise<Store> {
    await empty(database());
    for (const name of ['ann', 'ben']) await addUser(database(), name, 0);
    return postgresStore(database());
  }

  test('two owners whose memories have the same ids see nothing of each other', async () => {
    const store = await storeOfAnnAndBen();
    await fill(store, 'ann', 2);
    const before = await store.read('ann', everything);
    expect(await store.read('ben', everything)).toEqual(await store.read('nobody', everything));
    await fill(store, 'ben', 5);
    expect(await store.read('ann', everything)).toEqual(before);
    expect(JSON.stringify(await store.read('ben', everything))).not.toContain('ann');
    await store.write('ben', async (writer) => {
      for (let number = 1; number < 9; number++) await writer.eraseMemory(idOf('mem', number), noon);
      await writer.emptyCollection(idOf('col', 1), noon);
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

  test('each statement of a read or write takes the owner as $1, and uses only that owner’s rows', async () => {
    await storeOfAnnAndBen();
    const recording = recordStatements(database());
    const store = postgresStore(recording.database);
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
    const all = statementsOf(recording.take());
    expect(all.length).toBeGreaterThan(40);
    const tables = new Set((await database().query<{ name: string }>(tablesWithOwner)).map(({ name }) => name));
    for (const recorded of all) {
      expect(recorded.values[0], recorded.statement).toBe('ann');
      expect(await unboundTables(recorded, 'ann', tables), recorded.statement).toEqual([]);
    }
  });

  test('every table but migrations and rate_windows has an owner column', async () => {
    const others = await database().query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = current_schema() and tablename not in (${tablesWithOwner}) order by 1`,
    );
    // rate_windows counts requests by token or address, since a client without a valid token has no owner.
    expect(others.map(({ name }) => name)).toEqual(['migrations', 'rate_windows']);
  });

  test('refuses a write for an unknown owner, and doesn’t add that owner', async () => {
    const store = await storeOfAnnAndBen();
    await expect(store.write('cid', (writer) => writer.putSetting('colour', 'blue'))).rejects.toThrow(
      'There is no user named cid',
    );
    expect((await listUsers(database())).map(({ name }) => name)).toEqual(['ann', 'ben', 'me']);
    expect(await store.read('cid', (reader) => reader.usage())).toMatchObject({ plan: 'unlimited', memories: 0 });
  });

  test('adds a user only once, and only under a valid name', async () => {
    await storeOfAnnAndBen();
    expect(await addUser(database(), 'd.e_f-9', Date.parse(noon))).toEqual({ name: 'd.e_f-9', createdAt: noon });
    await expect(addUser(database(), 'ann', 0)).rejects.toThrow(UserNotAdded);
    for (const name of ['', 'Ann', 'a b', 'ä', 'a'.repeat(65)])
      await expect(addUser(database(), name, 0)).rejects.toThrow(UserNotAdded);
    expect(await listUsers(database())).toContainEqual({ name: 'd.e_f-9', createdAt: noon });
  });
});

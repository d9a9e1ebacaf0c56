import { expect, onTestFinished, test } from 'vitest';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { usersOf } from '../../../src/server/users.ts';
import { migratedPostgres } from '../../support/postgres/databases.ts';

test('an owner can read while another owner’s writes wait for each other', async () => {
  const database = await migratedPostgres();
  onTestFinished(() => database.close());
  for (const owner of ['ann', 'ben']) await usersOf(database).add(owner, 0);
  const store = postgresStore(database);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // More writes than the pool has connections.
  const writes = Array.from({ length: 20 }, () => store.write('ann', () => released));
  const { promise: isFull, resolve: end } = Promise.withResolvers<string>();
  const timer = setTimeout(() => end('no connection was free'), 2_000);
  const read = store.read('ben', async () => 'read');
  expect(await Promise.race([read, isFull])).toBe('read');
  clearTimeout(timer);
  expect(database.connections()).toMatchObject({ waiting: 0 });
  release();
  await Promise.all(writes);
});

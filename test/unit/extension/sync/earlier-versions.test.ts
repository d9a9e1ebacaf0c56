import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { dropOldVersions, earlierVersionsOf } from '../../../../src/extension/sync/earlier-versions.ts';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { fieldsOf } from '../../../../src/sync/fields.ts';
import { idOf, memory, owner } from '../../../support/store-cases/rows.ts';

const now = Date.UTC(2026, 10, 25);
const day = 86_400_000;

async function storeWithVersions() {
  const store = dexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  await store.write(owner, async (writer) => {
    for (const number of [1, 2]) await writer.putMemory(memory(number));
  });
  await store.sync!.write(async (writer) => {
    for (const [number, days] of [
      [1, 40],
      [1, 3],
      [1, 5],
      [2, 4],
    ] as const) {
      const fields = { ...fieldsOf((await writer.memory(idOf('mem', number)))!), content: `${days} days ago` };
      await writer.addVersion({ id: idOf('mem', number), at: now - days * day, fields });
    }
  });
  const texts = async (number: number) =>
    (await earlierVersionsOf(store, idOf('mem', number))).map(({ content }) => content);
  return { store, texts };
}

test('lists the earlier versions of a memory, newest first', async () => {
  const { store, texts } = await storeWithVersions();
  expect(await texts(1)).toEqual(['3 days ago', '5 days ago', '40 days ago']);
  expect((await earlierVersionsOf(store, idOf('mem', 2)))[0]).toMatchObject({ at: '2026-11-21T00:00:00.000Z' });
  expect(await texts(3)).toEqual([]);
  await store.close();
});

test('deletes versions older than 30 days, even without a server, and writes nothing if none is older', async () => {
  const { store, texts } = await storeWithVersions();
  await store.sync!.write((writer) => writer.forgetServer());
  await dropOldVersions(store, now);
  expect(await texts(1)).toEqual(['3 days ago', '5 days ago']);
  const writes = vi.spyOn(store.sync!, 'write');
  await dropOldVersions(store, now);
  expect(writes).not.toHaveBeenCalled();
  await store.close();
});

test('deletes earlier versions when their memory is deleted for good', async () => {
  const { store, texts } = await storeWithVersions();
  await store.write(owner, (writer) => writer.eraseMemory(idOf('mem', 1), '2026-11-25T00:00:00.000Z'));
  expect([await texts(1), await texts(2)]).toEqual([[], ['4 days ago']]);
  await store.close();
});

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { scratchStore } from '../../../../src/store/dexie/scratch.ts';
import { memory, owner } from '../../../support/store-cases/rows.ts';

test('a scratch store is empty after `remove`, and can be used again', async () => {
  const indexedDB = new IDBFactory();
  const { store, remove } = scratchStore({ indexedDB, IDBKeyRange });
  const count = () => store.read(owner, (reader) => reader.countMemories());
  await store.write(owner, (writer) => writer.putMemory(memory(1)));
  expect(await count()).toBe(1);
  await remove();
  expect((await indexedDB.databases()).length).toBe(0);
  expect(await count()).toBe(0);
  await store.write(owner, (writer) => writer.putMemory(memory(2)));
  expect(await count()).toBe(1);
});

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { fileCases } from '../../../support/store-cases/file-cases.ts';
import { storeCases } from '../../../support/store-cases/index.ts';
import { Machine } from '../../../support/store-cases/machine.ts';

const make = () => dexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });

storeCases(make);
fileCases(make);
describe('with a journal', () => storeCases(() => new Machine().run().store));

test('rejects any owner but the local one', async () => {
  const store = make();
  await expect(store.read('someone else', (reader) => reader.usage())).rejects.toThrow('one person');
  await expect(store.write('someone else', (writer) => writer.setPlan('free'))).rejects.toThrow('one person');
  expect((await store.read('me', (reader) => reader.usage())).plan).toBe('unlimited');
});

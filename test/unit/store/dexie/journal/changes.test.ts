import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { type Change, ChangeRecorder } from '../../../../../src/store/dexie/journal/changes.ts';

/** A database with two tables, and a function that records the changes of a transaction over both. */
function recordedDatabase() {
  const database = new Dexie('watched', { indexedDB: new IDBFactory(), IDBKeyRange });
  database.version(1).stores({ notes: 'id, &name', journal: 'name' });
  const recorder = new ChangeRecorder(database);
  const { tables } = database;
  const table = database.table<{ id: number; name?: string }, number>('notes');
  const changesOf = (work: () => Promise<unknown>) =>
    database.transaction('rw', tables, async (transaction) => {
      await work();
      return recorder.take(transaction).map((change) => JSON.parse(change) as Change);
    });
  return { database, table, recorder, changesOf };
}

test('records each kind of change in order, except changes to the journal itself', async () => {
  const { database, table, changesOf } = recordedDatabase();
  const changes = await changesOf(async () => {
    await table.add({ id: 1 });
    await table.put({ id: 2, name: 'two' });
    await table.bulkPut([{ id: 3 }, { id: 4 }]);
    await database.table('journal').put({ name: 'journal' });
    await table.update(1, { name: 'one' });
    await table.where('name').equals('two').modify({ name: 'zwei' });
    await table.delete(3);
    await table.where('name').equals('zwei').delete();
    await table.where('id').above(3).delete();
    await table.clear();
    await table.bulkPut([]);
    await table.get(1);
  });
  expect(changes).toEqual([
    { table: 'notes', type: 'put', values: [{ id: 1 }] },
    { table: 'notes', type: 'put', values: [{ id: 2, name: 'two' }] },
    { table: 'notes', type: 'put', values: [{ id: 3 }, { id: 4 }] },
    { table: 'notes', type: 'put', values: [{ id: 1, name: 'one' }] },
    { table: 'notes', type: 'put', values: [{ id: 2, name: 'zwei' }] },
    { table: 'notes', type: 'delete', keys: [3] },
    { table: 'notes', type: 'delete', keys: [2] },
    { table: 'notes', type: 'deleteRange', range: expect.objectContaining({ lower: 3, lowerOpen: true }) },
    { table: 'notes', type: 'deleteRange', range: expect.anything() },
  ]);
});

test('ignores later changes to a written object', async () => {
  const { table, changesOf } = recordedDatabase();
  const row = { id: 1, name: 'as it was' };
  const changes = await changesOf(async () => {
    await table.put(row);
    row.name = 'changed';
  });
  expect(changes).toEqual([{ table: 'notes', type: 'put', values: [{ id: 1, name: 'as it was' }] }]);
});

test('records only the rows that the database accepted', async () => {
  const { table, changesOf } = recordedDatabase();
  const changes = await changesOf(async () => {
    const rows = [
      { id: 1, name: 'same' },
      { id: 2, name: 'same' },
      { id: 3, name: 'other' },
    ];
    await table.bulkPut(rows).catch(() => undefined);
  });
  expect(changes).toEqual([
    {
      table: 'notes',
      type: 'put',
      values: [
        { id: 1, name: 'same' },
        { id: 3, name: 'other' },
      ],
    },
  ]);
});

test('aborts a transaction that changes a row after the recorder returned the transaction’s changes', async () => {
  const { database, table, recorder } = recordedDatabase();
  const late = database.transaction('rw', database.tables, async (transaction) => {
    await table.put({ id: 1 });
    recorder.take(transaction);
    await table.put({ id: 2 });
  });
  await expect(late).rejects.toThrow();
  expect(await table.count()).toBe(0);
});

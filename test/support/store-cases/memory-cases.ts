import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store, StoreWriter } from '../../../src/service/ports/store.ts';
import { checkProperty } from '../property.ts';
import { collectionIds, someEdits } from './arbitraries.ts';
import { applyEdits } from './edits.ts';
import { everything } from './everything.ts';
import { collection, idOf, memory, noon, owner } from './rows.ts';

/** Empties a collection as `emptyCollection` does, but memory by memory. */
async function emptySlowly(writer: StoreWriter, id: string, at: string): Promise<void> {
  for (const deleted of [false, true])
    for (const row of await writer.listMemories({ deleted, collections: [id], limit: 100 }))
      await writer.putMemory({ ...row, collection: null, version: row.version + 1, updatedAt: at });
}

export function memoryCases(make: () => Store): void {
  const full = memory(1, {
    content: 'Two\n\nparagraphs \u{1f600}',
    tags: ['Recipe', 'Für Später'],
    collection: idOf('col', 1),
    url: 'https://example.org/?q=|',
    title: 'A title',
    capture: { kind: 'page', author: 'Anna', quote: { prefix: 'before', suffix: '' }, page: 3 },
    version: 3,
    deletedAt: noon,
    origin: { source: 'elsewhere', createdAt: noon },
    chargedAt: noon,
  });

  test('reads a memory unchanged, with its seq', async () => {
    const store = make();
    const kept = await store.write(owner, (writer) => writer.putMemory(full));
    expect(kept).toEqual({ ...full, seq: 1 });
    expect(await store.read(owner, (reader) => reader.memory(full.id))).toEqual(kept);
  });

  test('returns undefined for an absent memory', async () => {
    expect(await make().read(owner, (reader) => reader.memory(idOf('mem', 1)))).toBeUndefined();
  });

  test('reads several memories in the requested order, without absent ones', async () => {
    const store = make();
    await store.write(owner, async (writer) => {
      for (const number of [1, 2, 3]) await writer.putMemory(memory(number));
    });
    const rows = await store.read(owner, (reader) =>
      reader.memories([3, 9, 1, 3].map((number) => idOf('mem', number))),
    );
    expect(rows.map((row) => row.id)).toEqual([3, 1, 3].map((number) => idOf('mem', number)));
  });

  test('copies memories on write and read', async () => {
    const store = make();
    const original = memory(1, { tags: ['one'] });
    const kept = await store.write(owner, (writer) => writer.putMemory(original));
    original.tags.push('two');
    kept.tags.push('three');
    const read = await store.read(owner, (reader) => reader.memory(original.id));
    read?.tags.push('four');
    expect((await store.read(owner, (reader) => reader.memory(original.id)))?.tags).toEqual(['one']);
  });

  test('reads a memory in the trash and counts it separately', async () => {
    const store = make();
    await store.write(owner, (writer) => writer.putMemory(memory(1, { deletedAt: noon })));
    const [row, count, trash, usage] = await store.read(owner, async (reader) => [
      await reader.memory(idOf('mem', 1)),
      await reader.countMemories(),
      await reader.countTrash(),
      await reader.usage(),
    ]);
    expect(row?.deletedAt).toBe(noon);
    expect([count, trash, usage.memories]).toEqual([0, 1, 0]);
  });

  test('an erased memory is absent until it is put again', async () => {
    const store = make();
    await store.write(owner, (writer) => writer.putMemory(memory(1)));
    await store.write(owner, (writer) => writer.eraseMemory(idOf('mem', 1), noon));
    expect(await store.read(owner, (reader) => reader.memory(idOf('mem', 1)))).toBeUndefined();
    const again = await store.write(owner, (writer) => writer.putMemory(memory(1)));
    expect(again.seq).toBe(3);
    expect(await store.read(owner, (reader) => reader.changes(0, 9))).toEqual([{ kind: 'memory', row: again }]);
  });

  test('erases several memories in the given order, and corrects the counts', async () => {
    const store = make();
    await store.write(owner, (writer) => writer.putMemories([1, 2, 3].map((number) => memory(number))));
    await store.write(owner, (writer) => writer.eraseMemories([idOf('mem', 3), idOf('mem', 1)], noon));
    const [changes, count, usage] = await store.read(owner, async (reader) => [
      await reader.changes(2, 9),
      await reader.countMemories(),
      await reader.usage(),
    ]);
    expect(changes.map(({ kind, row }) => [kind, row.id, row.seq])).toEqual([
      ['tombstone', idOf('mem', 3), 4],
      ['tombstone', idOf('mem', 1), 5],
    ]);
    expect([count, usage.memories]).toEqual([1, 1]);
  });

  test('emptying a collection has the same result as taking its memories out one by one, even between other writes of the transaction', async () => {
    const [id] = collectionIds;
    const later = '2027-01-01T00:00:00.000Z';
    const row = memory(1, { tags: ['A'], collection: id! });
    const property = fc.asyncProperty(someEdits(12, 15), async (edits) => {
      const after = async (empty: (writer: StoreWriter) => Promise<void>) => {
        const store = make();
        await store.write(owner, async (writer) => {
          for (const number of [1, 2, 3]) await writer.putCollection(collection(number, `Collection ${number}`));
        });
        await applyEdits(store, edits);
        const inside = await store.write(owner, async (writer) => {
          await writer.putMemory(row);
          await empty(writer);
          const emptied = await everything(writer);
          await writer.putMemory(row);
          return [emptied, await writer.lastSeq()];
        });
        return [inside, await store.read(owner, everything)];
      };
      const expected = await after((writer) => emptySlowly(writer, id!, later));
      expect(await after((writer) => writer.emptyCollection(id!, later))).toEqual(expected);
    });
    await checkProperty('emptying a collection', property, { seed: 5, runs: 20, seconds: 1 });
  });
}

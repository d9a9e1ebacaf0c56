import { expect, test } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import { idOf, memory, noon, owner } from './rows.ts';

/** Writing, trashing and erasing single memories. */
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

  test('an absent memory is undefined', async () => {
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

  test('reads a memory in the trash but doesn’t count it', async () => {
    const store = make();
    await store.write(owner, (writer) => writer.putMemory(memory(1, { deletedAt: noon })));
    const [row, count, usage] = await store.read(owner, async (reader) => [
      await reader.memory(idOf('mem', 1)),
      await reader.countMemories(),
      await reader.usage(),
    ]);
    expect(row?.deletedAt).toBe(noon);
    expect([count, usage.memories]).toEqual([0, 0]);
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

  test('erasing several memories has the same result as erasing them one by one in that order, counts included', async () => {
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
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import { collectionIds, prefixes, someEdits, someWithin, tagKeys } from './arbitraries.ts';
import { applyEdits } from './edits.ts';
import { expectedCount, expectedTags } from './oracle.ts';
import { collection, idOf, memory, noon, owner } from './rows.ts';
import { checkProperty } from '../property.ts';

export function nameCases(make: () => Store): void {
  test('counts and tags equal a recount after any edits', async () => {
    const tagQuery = fc.record({
      within: someWithin,
      prefix: fc.constantFrom(...prefixes),
      after: fc.option(fc.constantFrom(...tagKeys), { nil: undefined }),
      limit: fc.constantFrom(1, 3, 100),
    });
    const property = fc.asyncProperty(
      fc.array(someEdits(12, 15), { maxLength: 3 }),
      fc.array(tagQuery, { minLength: 8, maxLength: 8 }),
      async (rounds, queries) => {
        const store = make();
        await store.write(owner, async (writer) => {
          for (const number of [1, 2, 3]) await writer.putCollection(collection(number, `Collection ${number}`));
        });
        const kept = await applyEdits(store, []);
        for (const edits of rounds) {
          await applyEdits(store, edits, kept);
          const rows = [...kept.values()];
          await store.read(owner, async (reader) => {
            expect(await reader.countMemories()).toBe(expectedCount(rows));
            expect(await reader.countTrash()).toBe(rows.length - expectedCount(rows));
            expect((await reader.usage()).memories).toBe(expectedCount(rows));
            const listed = await reader.listCollections({ limit: 10 });
            expect(listed.map((collection) => collection.memoryCount)).toEqual(
              collectionIds.map((id) => expectedCount(rows, [id])),
            );
            for (const query of queries) {
              expect(await reader.countMemories(query.within)).toBe(expectedCount(rows, query.within));
              expect(await reader.listTags(query), JSON.stringify(query)).toEqual(expectedTags(rows, query));
            }
          });
        }
      },
    );
    await checkProperty('tags by prefix', property, { seed: 3, runs: 40, seconds: 1 });
  });

  describe('collections', () => {
    const names = ['Zoo', 'apple', '\ue000', '😀', 'Äpfel'];
    const filledStore = async () => {
      const store = make();
      await store.write(owner, async (writer) => {
        for (const [number, name] of names.entries()) await writer.putCollection(collection(number, name));
        await writer.putMemory(memory(1, { collection: idOf('col', 1) }));
      });
      return store;
    };

    test('are found by id and by key, with their number of memories', async () => {
      const store = await filledStore();
      const apple = { ...collection(1, 'apple'), memoryCount: 1 };
      expect(await store.read(owner, (reader) => reader.collection(idOf('col', 1)))).toEqual(apple);
      expect(await store.read(owner, (reader) => reader.collectionByKey('apple'))).toEqual(apple);
      expect(await store.read(owner, (reader) => reader.collectionByKey('Apple'))).toBeUndefined();
    });

    test('are listed in pages, sorted by key: all of them, or only the visible ones', async () => {
      const store = await filledStore();
      const list = (query: { within?: string[]; after?: string; limit: number }) =>
        store.read(owner, async (reader) => (await reader.listCollections(query)).map((collection) => collection.name));
      expect(await list({ limit: 10 })).toEqual(['apple', 'Zoo', 'Äpfel', '😀', '\ue000']);
      expect(await list({ limit: 2, after: 'zoo' })).toEqual(['Äpfel', '😀']);
      const within = [4, 0, 9, 0, 2].map((number) => idOf('col', number));
      expect(await list({ limit: 10, within })).toEqual(['Zoo', 'Äpfel', '\ue000']);
      expect(await list({ limit: 1, within, after: 'zoo' })).toEqual(['Äpfel']);
      expect(await list({ limit: 10, within: [] })).toEqual([]);
    });

    test('can be renamed and deleted without changing memories', async () => {
      const store = await filledStore();
      await store.write(owner, (writer) => writer.putCollection({ ...collection(1, 'Pear'), updatedAt: noon }));
      expect((await store.read(owner, (reader) => reader.collectionByKey('pear')))?.memoryCount).toBe(1);
      expect(await store.read(owner, (reader) => reader.collectionByKey('apple'))).toBeUndefined();
      await store.write(owner, (writer) => writer.deleteCollection(idOf('col', 1)));
      expect(await store.read(owner, (reader) => reader.collection(idOf('col', 1)))).toBeUndefined();
      expect((await store.read(owner, (reader) => reader.memory(idOf('mem', 1))))?.collection).toBe(idOf('col', 1));
    });

    test('have unique keys', async () => {
      const store = await filledStore();
      await expect(store.write(owner, (writer) => writer.putCollection(collection(9, 'APPLE')))).rejects.toThrow();
      expect(await store.read(owner, (reader) => reader.collection(idOf('col', 9)))).toBeUndefined();
    });
  });

  test('listTags returns no spelling that only hidden memories use', async () => {
    const store = make();
    await store.write(owner, async (writer) => {
      await writer.putMemory(memory(1, { tags: ['SECRET'], collection: idOf('col', 1) }));
      await writer.putMemory(memory(2, { tags: ['secret'], collection: idOf('col', 2) }));
    });
    const tags = (within?: string[]) =>
      store.read(owner, (reader) => reader.listTags({ within, prefix: '', limit: 5 }));
    expect(await tags()).toEqual([{ key: 'secret', tag: 'SECRET', memoryCount: 2 }]);
    expect(await tags([idOf('col', 2)])).toEqual([{ key: 'secret', tag: 'secret', memoryCount: 1 }]);
  });
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListPosition, MemoryQuery, Store } from '../../../src/service/ports/store.ts';
import { filterSets, filtersNear, someEdits } from './arbitraries.ts';
import { applyEdits } from './edits.ts';
import { expectedList } from './oracle.ts';
import { idOf, memory, type NewMemory, noon, owner } from './rows.ts';
import { checkProperty } from '../property.ts';

/** Returns all ids of a list, read page by page. `between` is called between two pages. */
async function pages(
  store: Store,
  query: Omit<MemoryQuery, 'after'>,
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let after: ListPosition | undefined;
  for (;;) {
    const page = await store.read(owner, (reader) => reader.listMemories({ ...query, after }));
    ids.push(...page.map((row) => row.id));
    if (page.length < query.limit) return ids;
    after = page.at(-1);
    await between();
  }
}

export function listCases(make: () => Store): void {
  test('every combination of filters lists the expected memories at any page size', async () => {
    const property = fc.asyncProperty(someEdits(40, 60), fc.constantFrom(1, 2, 3, 7), async (edits, limit) => {
      const store = make();
      const rows = [...(await applyEdits(store, edits)).values()];
      const values = filtersNear(rows[0] ?? memory(1));
      for (const names of filterSets) {
        for (const deleted of [false, true]) {
          const filters = Object.fromEntries(names.map((name) => [name, values[name]]));
          const found = await pages(store, { ...filters, deleted, limit });
          expect(found, JSON.stringify({ filters, deleted })).toEqual(
            expectedList(rows, { ...filters, deleted, limit: 1000 }),
          );
        }
      }
    });
    await checkProperty('lists by every set of filters', property, { seed: 1, runs: 12, seconds: 1 });
  });

  test('an empty list of collections matches no memory', async () => {
    const store = make();
    await store.write(owner, (writer) => writer.putMemory(memory(1, { collection: idOf('col', 1) })));
    expect(await pages(store, { deleted: false, collections: [], limit: 5 })).toEqual([]);
    expect(await pages(store, { deleted: false, collections: [], tagKeys: ['a'], limit: 5 })).toEqual([]);
  });

  test('an id that is requested twice lists its memory once', async () => {
    const store = make();
    await store.write(owner, (writer) => writer.putMemory(memory(1)));
    expect(await pages(store, { deleted: false, only: [idOf('mem', 1), idOf('mem', 1)], limit: 5 })).toEqual([
      idOf('mem', 1),
    ]);
  });

  test('a page can start after an absent memory', async () => {
    const store = make();
    await store.write(owner, async (writer) => {
      for (const number of [1, 2, 4]) await writer.putMemory(memory(number));
    });
    const rows = await store.read(owner, (reader) =>
      reader.listMemories({ deleted: false, limit: 9, after: { createdAt: noon, id: idOf('mem', 3) } }),
    );
    expect(rows.map((row) => row.id)).toEqual([2, 1].map((number) => idOf('mem', number)));
  });

  test('a page is full even if few of many memories match', async () => {
    const store = make();
    const matching = [3, 150, 151, 290];
    await store.write(owner, async (writer) => {
      for (let number = 0; number < 300; number++)
        await writer.putMemory(
          memory(number, {
            tags: ['all', ...(matching.includes(number) ? ['few'] : [])],
            source: number < 295 ? 'popup' : 'library',
          }),
        );
      for (let number = 300; number < 700; number++)
        await writer.putMemory(memory(number, { tags: ['few'], source: 'library' }));
    });
    const found = await pages(store, { deleted: false, tagKeys: ['all', 'few'], source: 'popup', limit: 3 });
    expect(found).toEqual(matching.toReversed().map((number) => idOf('mem', number)));
  });

  test('paging lists each untouched memory once while others are added, changed and removed', async () => {
    const property = fc.asyncProperty(
      someEdits(30, 40),
      fc.array(someEdits(30, 8), { minLength: 5, maxLength: 5 }),
      async (first, later) => {
        const store = make();
        const kept = await applyEdits(store, first);
        const before = new Map(kept);
        const found = await pages(store, { deleted: false, limit: 3 }, async () => {
          await applyEdits(store, later.shift() ?? [], kept);
        });
        const untouched = (row: NewMemory) => kept.get(row.id) === before.get(row.id);
        const stayed = [...before.values()].filter(untouched);
        const shown = expectedList(stayed, { deleted: false, limit: 1000 });
        expect(found.filter((id) => shown.includes(id))).toEqual(shown);
      },
    );
    await checkProperty('paging while others come and go', property, { seed: 2, runs: 30, seconds: 1 });
  });
}

import fc from 'fast-check';
import type { MemoryQuery } from '../../../src/service/ports/store.ts';
import { nameKey } from '../../../src/v1/keys.ts';
import { idOf, memory, type NewMemory } from './rows.ts';

/** Few values, so that memories often share them. Some tags contain separators or are prefixes of others. */
const times = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-02-01T00:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
];
const tagSpellings = ['a', 'A', 'ab', 'AB', 'a|b', 'A|B', 'a\uffff', '\uffff', '😀', '\ue000', 'all', 'a\'b"c'];
export const collectionIds = [1, 2, 3].map((number) => idOf('col', number));
const sources = ['popup', 'page:https://a.example', 'api:a|b'];
const urls = ['https://a.example/?x=|', 'https://a.example/'];

export const prefixes = ['', 'a', 'ab', 'b', '|', 'a\uffff', '😀', 'z'];
export const tagKeys = [...new Set(tagSpellings.map(nameKey))];

const fields = fc.record({
  createdAt: fc.constantFrom(...times),
  tags: fc.uniqueArray(fc.constantFrom(...tagSpellings), { selector: nameKey, maxLength: 4 }),
  collection: fc.constantFrom(null, ...collectionIds),
  source: fc.constantFrom(...sources),
  url: fc.constantFrom(null, ...urls),
  deletedAt: fc.constantFrom(null, null, null, times[3]!),
});

/** A random memory with one of `most` ids. */
export function someMemory(most: number): fc.Arbitrary<NewMemory> {
  return fc.tuple(fc.nat(most - 1), fields).map(([number, values]) => memory(number, values));
}

export type Edit = { kind: 'put'; row: NewMemory } | { kind: 'erase'; id: string };

/** Random edits of the same few memories (`most`): they are created, changed, deleted, restored and erased. */
export function someEdits(most: number, length: number): fc.Arbitrary<Edit[]> {
  const put = someMemory(most).map((row) => ({ kind: 'put' as const, row }));
  const erase = fc.nat(most - 1).map((number) => ({ kind: 'erase' as const, id: idOf('mem', number) }));
  return fc.array(fc.oneof({ weight: 4, arbitrary: put }, { weight: 1, arbitrary: erase }), {
    minLength: 1,
    maxLength: length,
    size: 'max',
  });
}

type Filter = Exclude<keyof MemoryQuery, 'deleted' | 'limit' | 'after'>;

const filterNames: Filter[] = ['collections', 'tagKeys', 'source', 'url', 'createdAfter', 'createdBefore', 'only'];

export const filterSets: Filter[][] = Array.from({ length: 2 ** filterNames.length }, (_, set) =>
  filterNames.filter((_name, bit) => set & (2 ** bit)),
);

/** A value for every filter; `row` matches most of them. */
export function filtersNear(row: NewMemory): Required<Pick<MemoryQuery, Filter>> {
  return {
    collections: [row.collection ?? collectionIds[0]!, collectionIds[1]!],
    tagKeys: row.tagKeys.slice(0, 2),
    source: row.source,
    url: row.url ?? urls[0]!,
    createdAfter: times[Math.max(0, times.indexOf(row.createdAt) - 1)]!,
    createdBefore: times[Math.min(times.length - 1, times.indexOf(row.createdAt) + 1)]!,
    only: [row.id, idOf('mem', 1), idOf('mem', 2), idOf('mem', 99)],
  };
}

/** The collections to which a query is limited; undefined for no limit. */
export const someWithin = fc.option(fc.array(fc.constantFrom(...collectionIds), { maxLength: 4 }), { nil: undefined });

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idMaker } from '../../../../src/lib/ulid.ts';
import { fromBytes, toBytes } from '../../../../src/search/doc-values/bytes.ts';
import { DocValues, type DocValue } from '../../../../src/search/doc-values/doc-values.ts';
import { idOf, idKey } from '../../../../src/search/doc-values/key.ts';
import type { IndexFilters } from '../../../../src/service/ports/keyword-index.ts';
import type { MemoryRow } from '../../../../src/service/ports/rows.ts';
import { isWithinSite } from '../../../../src/lib/site.ts';
import { matches } from '../../../../src/store/listing.ts';
import { newestFirst } from '../../../../src/store/listing.ts';

const ulidId = fc
  .array(fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'), { minLength: 25, maxLength: 25 })
  .chain((rest) => fc.constantFrom(...'01234567').map((first) => `mem_${first}${rest.join('')}`));
const id = fc.oneof(
  ulidId,
  fc.constantFrom(
    'mem_1',
    'mem_2',
    'm',
    'Ünïcode 東京 🎉',
    `mem_${'0'.repeat(26)}`,
    `mem_7${'z'.repeat(25)}`,
    `mem_8${'0'.repeat(25)}`,
  ),
);
const time = fc.integer({ min: 0, max: 6 }).map((hour) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString());
const collection: fc.Arbitrary<string> = fc.constantFrom('col_a', 'col_b', 'col_c');
const tagKey = fc.constantFrom('a', 'b', 'c,d', ',0,', '"', '1');
const source = fc.constantFrom('popup', 'page:https://a.example', 'menu');
const docValue = fc.record({
  id,
  createdAt: time,
  source,
  collection: fc.option(collection),
  tagKeys: fc.uniqueArray(tagKey, { maxLength: 3 }),
  site: fc.option(fc.constantFrom('a.example', 'b.a.example', 'ba.example', 'example')),
});
const edit = fc.oneof({ weight: 4, arbitrary: docValue }, { weight: 1, arbitrary: fc.nat() });
const filters: fc.Arbitrary<IndexFilters> = fc.record(
  {
    collections: fc.uniqueArray(collection),
    tagKeys: fc.uniqueArray(tagKey, { maxLength: 2 }),
    source,
    createdAfter: time,
    createdBefore: time,
    site: fc.constantFrom('a.example', 'example', 'b.example'),
    only: fc.uniqueArray(id),
    without: fc.uniqueArray(id),
  },
  { requiredKeys: [] },
);
const within = fc.option(fc.uniqueArray(collection), { nil: undefined });

/** Applies the same edits to doc-values and to a plain map. A number removes an entry. */
function applyEdits(edits: (DocValue | number)[]): { docValues: DocValues; live: Map<number, DocValue> } {
  const docValues = new DocValues();
  const live = new Map<number, DocValue>();
  for (const step of edits) {
    if (typeof step !== 'number') live.set(docValues.put(step), step);
    else if (live.size > 0) {
      const number = [...live.keys()][step % live.size]!;
      docValues.remove(number);
      live.delete(number);
    }
  }
  return { docValues, live };
}

describe('doc-values', () => {
  it.each<[string, (docValues: DocValues) => DocValues]>([
    ['in memory', (docValues) => docValues],
    ['written and read again', (docValues) => fromBytes(toBytes(docValues))],
  ])('filter like the store, %s', (_, convert) => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), filters, within, (edits, filters, within) => {
        const { docValues: before, live } = applyEdits(edits);
        const docValues = convert(before);
        const mask = docValues.mask(filters, within) ?? new Uint8Array(docValues.length).fill(1);
        const test = docValues.test(filters, within) ?? (() => true);
        for (let number = 0; number < docValues.length; number++) {
          const value = live.get(number);
          const isVisible =
            value !== undefined &&
            (within === undefined || (value.collection !== null && within.includes(value.collection)));
          const passes =
            isVisible &&
            (filters.site === undefined || isWithinSite(value.site, filters.site)) &&
            filters.without?.includes(value.id) !== true &&
            matches({ ...value, deletedAt: null } as unknown as MemoryRow, { ...filters, deleted: false, limit: 1 });
          expect(mask[number]).toBe(Number(passes));
          expect(test(number)).toBe(passes);
        }
      }),
      { seed: 20_261_121, numRuns: 1_000 },
    );
  });

  it.each<[string, (docValues: DocValues) => DocValues]>([
    ['in memory', (docValues) => docValues],
    ['written and read again', (docValues) => fromBytes(toBytes(docValues))],
  ])('return each value by number and find each number by id, %s', (_, convert) => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 200 }), (edits) => {
        const { docValues: before, live } = applyEdits(edits);
        const docValues = convert(before);
        expect(docValues.size).toBe(live.size);
        for (const [number, value] of live) {
          expect(docValues.valueAt(number)).toEqual(value);
          expect(docValues.numberOf(value.id)).toBe(number);
          expect(docValues.createdAt(number)).toBe(Date.parse(value.createdAt));
        }
        for (let number = 0; number < docValues.length; number++) {
          expect(docValues.isLive(number)).toBe(live.has(number));
          const gone = docValues.id(number);
          if (![...live.values()].some((value) => value.id === gone)) expect(docValues.numberOf(gone)).toBeUndefined();
        }
        const order = [...live.keys()].sort((first, second) => docValues.compare(first, second));
        expect(order.map((number) => live.get(number))).toEqual([...live.values()].sort(newestFirst));
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });

  it('return no mask if every memory passes the filters', () => {
    const docValues = new DocValues();
    const base = { createdAt: '2026-01-01T00:00:00.000Z', source: 'popup', collection: null, tagKeys: [], site: null };
    const number = docValues.put({ ...base, id: 'mem_1' });
    docValues.put({ ...base, id: 'mem_2' });
    expect(docValues.mask({})).toBeUndefined();
    expect(docValues.mask({ tagKeys: [] })).toBeUndefined();
    docValues.remove(number);
    expect(docValues.mask({})).toEqual(Uint8Array.of(0, 1));
  });

  it('give a restored memory a new number and keep the number of an edited memory', () => {
    const docValues = new DocValues();
    const base = {
      id: 'mem_1',
      createdAt: '2026-01-01T00:00:00.000Z',
      source: 'popup',
      collection: null,
      tagKeys: [],
      site: null,
    };
    expect([docValues.put(base), docValues.put({ ...base, tagKeys: ['x'] })]).toEqual([0, 0]);
    docValues.remove(0);
    expect(docValues.put(base)).toBe(1);
    expect(docValues.numberOf('mem_1')).toBe(1);
  });
});

describe('the key of an id', () => {
  it('sorts like the id, and converts back to the id unless the key is a hash', () => {
    fc.assert(
      fc.property(ulidId, ulidId, (one, other) => {
        const [keyOne, keyOther] = [idKey(one), idKey(other)];
        for (const [id, key] of [
          [one, keyOne],
          [other, keyOther],
        ] as const)
          expect([id, undefined]).toContain(idOf(key));
        const position = keyOne.findIndex((word, position) => word !== keyOther[position]);
        expect(one < other).toBe(position >= 0 && keyOne[position]! < keyOther[position]!);
      }),
      { seed: 20_261_121, numRuns: 1_000 },
    );
  });

  it('converts back to every id that the service makes', () => {
    const newId = idMaker();
    for (const now of [1, Date.UTC(2026, 10, 21), Date.UTC(9999, 11, 31)]) {
      const id = newId('mem', now);
      expect(idOf(idKey(id))).toBe(id);
    }
  });
});

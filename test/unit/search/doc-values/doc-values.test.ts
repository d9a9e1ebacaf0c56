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
const fact = fc.record({
  id,
  createdAt: time,
  source,
  collection: fc.option(collection),
  tagKeys: fc.uniqueArray(tagKey, { maxLength: 3 }),
  site: fc.option(fc.constantFrom('a.example', 'b.a.example', 'ba.example', 'example')),
});
const edit = fc.oneof({ weight: 4, arbitrary: fact }, { weight: 1, arbitrary: fc.nat() });
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

/** Applies the same edits to doc-values and to a plain map. A number removes an existing entry. */
function played(edits: (DocValue | number)[]): { docValues: DocValues; live: Map<number, DocValue> } {
  const docValues = new DocValues();
  const live = new Map<number, DocValue>();
  for (const one of edits) {
    if (typeof one !== 'number') live.set(docValues.put(one), one);
    else if (live.size > 0) {
      const number = [...live.keys()][one % live.size]!;
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
  ])('filter like the store, %s', (_, through) => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), filters, within, (edits, filters, within) => {
        const { docValues: before, live } = played(edits);
        const docValues = through(before);
        const mask = docValues.mask(filters, within) ?? new Uint8Array(docValues.length).fill(1);
        const test = docValues.test(filters, within) ?? (() => true);
        for (let number = 0; number < docValues.length; number++) {
          const one = live.get(number);
          const seen =
            one !== undefined && (within === undefined || (one.collection !== null && within.includes(one.collection)));
          const passes =
            seen &&
            (filters.site === undefined || isWithinSite(one.site, filters.site)) &&
            filters.without?.includes(one.id) !== true &&
            matches({ ...one, deletedAt: null } as unknown as MemoryRow, { ...filters, deleted: false, limit: 1 });
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
  ])('return each value by number and find each number by id, %s', (_, through) => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 200 }), (edits) => {
        const { docValues: before, live } = played(edits);
        const docValues = through(before);
        expect(docValues.size).toBe(live.size);
        for (const [number, one] of live) {
          expect(docValues.valueAt(number)).toEqual(one);
          expect(docValues.numberOf(one.id)).toBe(number);
          expect(docValues.createdAt(number)).toBe(Date.parse(one.createdAt));
        }
        for (let number = 0; number < docValues.length; number++) {
          expect(docValues.isLive(number)).toBe(live.has(number));
          const gone = docValues.id(number);
          if (![...live.values()].some((one) => one.id === gone)) expect(docValues.numberOf(gone)).toBeUndefined();
        }
        const order = [...live.keys()].sort((one, other) => docValues.compare(one, other));
        expect(order.map((number) => live.get(number))).toEqual([...live.values()].sort(newestFirst));
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });

  it('return no mask if every number passes', () => {
    const docValues = new DocValues();
    const fact = { createdAt: '2026-01-01T00:00:00.000Z', source: 'popup', collection: null, tagKeys: [], site: null };
    const number = docValues.put({ ...fact, id: 'mem_1' });
    docValues.put({ ...fact, id: 'mem_2' });
    expect(docValues.mask({})).toBeUndefined();
    expect(docValues.mask({ tagKeys: [] })).toBeUndefined();
    docValues.remove(number);
    expect(docValues.mask({})).toEqual(Uint8Array.of(0, 1));
  });

  it('give a restored memory a new number and keep the number of an edited one', () => {
    const docValues = new DocValues();
    const fact = {
      id: 'mem_1',
      createdAt: '2026-01-01T00:00:00.000Z',
      source: 'popup',
      collection: null,
      tagKeys: [],
      site: null,
    };
    expect([docValues.put(fact), docValues.put({ ...fact, tagKeys: ['x'] })]).toEqual([0, 0]);
    docValues.remove(0);
    expect(docValues.put(fact)).toBe(1);
    expect(docValues.numberOf('mem_1')).toBe(1);
  });
});

describe('the key of an id', () => {
  it('holds the ULID: converts back to the id and sorts like it', () => {
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

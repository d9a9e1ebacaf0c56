import { describe, expect, it } from 'vitest';
import { mixture, type Noise } from '../../../../bench/vectors/mixture.ts';
import { plainScan } from '../../../../bench/vectors/plain-scan.ts';
import { Codes } from '../../../../src/search/vector/codes.ts';
import { normalise } from '../../../../src/lib/vector-math.ts';
import { quantised } from '../../../../src/search/vector/quantised.ts';
import type { IndexFilters } from '../../../../src/service/ports/keyword-index.ts';
import { Notebook } from '../keyword/notebook.ts';
import { IndexHost, dimensions, indexOf, model, module, passagesOf, search, vectorOf } from './fixtures.ts';

const idOf = (number: number) => `mem_${String(number).padStart(4, '0')}`;

describe('the ten nearest memories', () => {
  it.each<[Noise, number]>([
    ['even', 50],
    ['even', 5],
    ['flat', 50],
    ['flat', 5],
  ])('match an exact float32 scan in 999 of 1,000 cases, with %s noise around %i centres', async (noise, clusters) => {
    const { points, queries } = mixture({ noise, clusters, count: 2_000, seed: 20_261_121, dimensions: 384 }, 40);
    const notebook = new Notebook();
    for (let number = 0; number < 2_000; number++) notebook.save(idOf(number), { content: `point ${number}` });
    const index = new IndexHost().open();
    await index.catchUp(notebook);
    const codes = new Codes(await module(), 384, () => false);
    for (
      let page = await index.unindexed({ id: model, dimensions: 384 }, 500);
      page.length > 0;
      page = await index.unindexed({ id: model, dimensions: 384 }, 500)
    ) {
      for (const unread of page) {
        const number = Number(unread.id.slice(4));
        const vector = points.slice(number * 384, (number + 1) * 384);
        codes.put(number, quantised(vector), number);
        await index.keep(model, unread, [{ start: 0, end: 5, vector }]);
      }
    }
    let [found, byCodes] = [0, 0];
    for (const vector of queries) {
      const exact = new Set(plainScan(points, vector, 10));
      found += (await search(index, vector)).filter(({ id }) => exact.has(Number(id.slice(4)))).length;
      byCodes += codes.nearest(vector, undefined, 10).filter(({ memory }) => exact.has(memory)).length;
    }
    expect(found / 400).toBeGreaterThanOrEqual(0.999);
    // Control: the codes alone find fewer.
    expect(byCodes / 400).toBeLessThan(0.999);
  });
});

const queryVector = vectorOf('looked for', model, dimensions);
const few = [0, 60, 120, 180, 299];
const near = (number: number) =>
  normalise(
    queryVector.map(
      (value, position) =>
        value + (few.includes(number) ? 2 : 0.2) * vectorOf(`near ${number}`, model, dimensions)[position]!,
    ),
  );
const time = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();

/** An index of 300 notes. The five in `col_few` are farther from `queryVector` than all others. */
async function crowd() {
  const notebook = new Notebook();
  for (let number = 0; number < 300; number++) {
    const isOfFew = few.includes(number);
    notebook.save(idOf(number), {
      content: `note ${number}`,
      tags: isOfFew ? ['sea', 'Café'] : ['sea'],
      collection: isOfFew ? 'col_few' : 'col_many',
      source: isOfFew ? 'menu' : 'popup',
    });
  }
  const index = new IndexHost().open();
  await index.catchUp(notebook);
  for (const unread of await index.unindexed({ id: model, dimensions }, 300))
    await index.keep(model, unread, [{ start: 0, end: 4, vector: near(Number(unread.id.slice(4))) }]);
  return index;
}

describe('a search finds all memories that pass the filter, up to the limit', async () => {
  const index = await crowd();
  it.each<[string, IndexFilters, string[] | undefined, number[]]>([
    ['by collection', { collections: ['col_few'] }, undefined, few],
    ['by the collections that the caller may see', {}, ['col_few'], few],
    ['by tag', { tagKeys: ['café'] }, undefined, few],
    ['by source', { source: 'menu' }, undefined, few],
    ['after a time, exclusive', { createdAfter: time(294) }, undefined, [295, 296, 297, 298, 299]],
    [
      'by all filters at once',
      {
        collections: ['col_few'],
        tagKeys: ['café', 'sea'],
        source: 'menu',
        createdAfter: time(60),
        createdBefore: time(299),
      },
      ['col_few'],
      [120, 180],
    ],
    ['by a filter that no memory passes', { tagKeys: ['nothing'] }, undefined, []],
  ])('%s', async (_, filters, within, expected) => {
    const hits = await search(index, queryVector, { filters, within, limit: 5 });
    expect(hits.map(({ id }) => id).sort()).toEqual(expected.map(idOf));
    const count = (await search(index, queryVector, { filters, within, limit: 300 })).length;
    expect(await index.coverage(filters, within)).toEqual({ indexed: count, total: count });
  });

  it('control: none of the wanted memories is among the best unfiltered hits', async () => {
    const hits = await search(index, queryVector, { limit: 5 });
    expect(hits.filter(({ id }) => few.map(idOf).includes(id))).toEqual([]);
  });
});

describe('the index', () => {
  it('returns each memory once, by its best window', async () => {
    const notebook = new Notebook();
    const long = Array.from({ length: 400 }, () => 'looked for').join(' ');
    notebook.save('mem_long', { content: `${'other words. '.repeat(20)}${long}` });
    for (let number = 0; number < 30; number++) notebook.save(idOf(number), { content: `something else ${number}` });
    const index = await indexOf(notebook);
    const passages = passagesOf(notebook.live()[0]!.content, model, dimensions);
    const { vector, start, end } = passages[passages.length - 9]!;
    const hits = await search(index, vector, { limit: 31 });
    expect(hits.length).toBe(31);
    expect(hits[0]).toMatchObject({
      id: 'mem_long',
      passage: {
        start: passages.find((other) => other.vector.every((value, position) => value === vector[position]))!.start,
      },
    });
    expect(end - start).toBe(16);
    expect(hits[0]!.cosine).toBeCloseTo(1, 6);
  });

  it('puts the newest memory first among equal scores', async () => {
    const notebook = new Notebook();
    for (let number = 0; number < 200; number++)
      notebook.save(idOf((number * 7) % 200), { content: 'the same', createdAt: time(number % 3) });
    const index = await indexOf(notebook);
    const hits = await search(index, vectorOf('the same', model, dimensions), { limit: 20 });
    const expected = notebook
      .live()
      .sort((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? 1 : -1));
    expect(hits.map(({ id }) => id)).toEqual(expected.slice(0, 20).map(({ id }) => id));
  });

  it('also returns the memories in `also` at any distance if they pass the filters and have vectors', async () => {
    const index = await crowd();
    const also = [idOf(0), idOf(180), idOf(299), idOf(1), 'mem_none'];
    const all = await search(index, queryVector, { limit: 300 });
    const hits = await search(index, queryVector, { limit: 5, also });
    expect(hits.slice(0, 5)).toEqual(all.slice(0, 5));
    expect(hits.slice(5)).toEqual(all.slice(5).filter(({ id }) => also.includes(id)));
    const filtered = await search(index, queryVector, { limit: 5, also, filters: { collections: ['col_many'] } });
    expect(filtered.slice(5).map(({ id }) => id)).toEqual(
      [idOf(1)].filter((id) => !filtered.slice(0, 5).some((hit) => hit.id === id)),
    );
  });

  it('finds nothing before anything is indexed, and rejects a vector with a wrong number of dimensions', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'one' });
    const index = new IndexHost().open();
    await index.catchUp(notebook);
    expect(await search(index, queryVector)).toEqual([]);
    expect(index.model).toBeUndefined();
    await index.unindexed({ id: model, dimensions }, 1);
    await expect(search(index, new Float32Array(dimensions + 1))).rejects.toThrow(RangeError);
  });

  it('returns the mean vector of a memory', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'a text of more than one window' });
    const index = await indexOf(notebook);
    const sum = new Float32Array(dimensions);
    for (const { vector } of passagesOf('a text of more than one window', model, dimensions))
      for (const [position, value] of vector.entries()) sum[position]! += value;
    const mean = await index.vectorOf('mem_1');
    for (const [position, value] of normalise(sum).entries()) expect(mean![position]).toBeCloseTo(value, 6);
    expect(await index.vectorOf('mem_2')).toBeUndefined();
  });
});

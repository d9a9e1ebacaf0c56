import { describe, expect, it } from 'vitest';
import { allLayouts, idsOf, indexOf, search } from './searching.ts';

describe.each(allLayouts)('the order of hits: %s', (_layout, parts) => {
  it('puts the memory with the rarer word first', async () => {
    const index = await indexOf(
      { common: 'sailing boats', rare: 'sailing zeppelins', more: 'boats on the sea', other: 'boats in the harbour' },
      parts,
    );
    expect(await idsOf(index, 'boats zeppelins ', { limit: 1 })).toEqual(['rare']);
  });

  it('ranks a match in the content or tags before a match in the title or address', async () => {
    const index = await indexOf(
      {
        content: { content: 'zeppelin blue' },
        tag: { content: 'blue', tags: ['zeppelin'] },
        title: { content: 'blue', title: 'zeppelin' },
        host: { content: 'blue', url: 'https://zeppelin/' },
      },
      parts,
    );
    expect((await idsOf(index, 'zeppelin ')).slice(0, 2).sort()).toEqual(['content', 'tag']);
  });

  it('ranks one rare word above many common words', async () => {
    const common = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`common${i}`, 'green blue yellow']));
    const other = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`other${i}`, 'something else again']));
    const index = await indexOf({ ...common, ...other, rare: 'zeppelin over lakes' }, parts);
    expect(await idsOf(index, 'green blue yellow zeppelin ', { limit: 1 })).toEqual(['rare']);
  });

  it('orders equal scores by newest first, then by highest id', async () => {
    const createdAt = '2026-01-05T00:00:00.000Z';
    const index = await indexOf(
      {
        mem_b: { content: 'boat', createdAt },
        mem_c: { content: 'boat', createdAt },
        mem_a: { content: 'boat', createdAt },
        mem_old: { content: 'boat', createdAt: '2025-01-05T00:00:00.000Z' },
        mem_new: { content: 'boat', createdAt: '2026-01-06T00:00:00.000Z' },
      },
      parts,
    );
    const expected = ['mem_new', 'mem_c', 'mem_b', 'mem_a', 'mem_old'];
    expect(await idsOf(index, 'boat')).toEqual(expected);
    for (const limit of [1, 2, 3, 4]) expect(await idsOf(index, 'boat', { limit })).toEqual(expected.slice(0, limit));
  });
});

describe.each(allLayouts)('the strength of a hit: %s', (_layout, parts) => {
  const notes = { both: 'sailing zeppelins', one: 'sailing boats', other: 'boats at rest', third: 'the sea' };

  it('is its score divided by the highest score that the query could have', async () => {
    const index = await indexOf(notes, parts);
    const [hit] = await search(index, 'sailing zeppelins ');
    const rarity = (holders: number) => Math.log(1 + (4 - holders + 0.5) / (holders + 0.5));
    expect(hit!.strength).toBeCloseTo(hit!.score / ((rarity(2) + rarity(1)) * (0.5 + 1.2 + 1)), 9);
  });

  it('is higher if a memory has more words of the query', async () => {
    const [both, one] = await search(await indexOf(notes, parts), 'sailing zeppelins ');
    expect([both!.id, one!.id]).toEqual(['both', 'one']);
    expect(both!.strength).toBeGreaterThan(2 * one!.strength);
  });

  it('is lower if the query has words that no memory has', async () => {
    const index = await indexOf(notes, parts);
    const alone = (await search(index, 'zeppelins '))[0]!;
    const withUnknownWord = (await search(index, 'zeppelins qwertyuiop '))[0]!;
    expect(withUnknownWord.score).toBe(alone.score);
    expect(withUnknownWord.strength).toBeLessThan(0.6 * alone.strength);
  });

  it('isn’t lower if the word in the query is incomplete or misspelt', async () => {
    const index = await indexOf(notes, parts);
    const whole = (await search(index, 'zeppelins '))[0]!;
    for (const query of ['zepp', 'zeppelims ']) {
      const hit = (await search(index, query))[0]!;
      expect(hit.score).toBeLessThan(whole.score);
      expect(hit.strength).toBeCloseTo(whole.strength, 9);
    }
  });

  it('is at most 1, even if many words begin with the typed letters', async () => {
    const index = await indexOf(
      { many: 'boat boats boating boatman boatmen boatswain boathouse boatyard boatload', other: 'sea' },
      parts,
    );
    expect((await search(index, 'boat'))[0]!.strength).toBeLessThanOrEqual(1);
    expect((await search(index, 'b'))[0]!.strength).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { allLayouts, idsOf, indexOf, search } from './searching.ts';

const notes = {
  best: 'boat boat boat',
  good: { content: 'a boat in the harbour', collection: 'col_a' },
  weak: { content: 'a boat in the harbour, some gulls, and a long way home', collection: 'col_a' },
  weaker: 'a boat in the harbour, some gulls, and a very long way home over the hills of the island',
  none: 'zeppelin',
};

describe.each(allLayouts)('memories that a search names in `also`: %s', (_layout, parts) => {
  it('follow the other hits, best first, without duplicates', async () => {
    const index = await indexOf(notes, parts);
    expect(await idsOf(index, 'boat ', { limit: 1 })).toEqual(['best']);
    expect(await idsOf(index, 'boat ', { limit: 1, also: ['weaker', 'good', 'best'] })).toEqual([
      'best',
      'good',
      'weaker',
    ]);
  });

  it('have the same scores as in a longer result', async () => {
    const index = await indexOf(notes, parts);
    const all = await search(index, 'boat ', { limit: 100 });
    expect(await search(index, 'boat ', { limit: 1, also: ['weak', 'weaker'] })).toEqual(
      all.filter(({ id }) => id !== 'good'),
    );
  });

  it('are omitted if they match no word, fail a filter, are hidden, or don’t exist', async () => {
    const index = await indexOf(notes, parts);
    expect(await idsOf(index, 'boat ', { limit: 1, also: ['none', 'nobody'] })).toEqual(['best']);
    expect(
      await idsOf(index, 'boat ', { limit: 1, also: ['weak', 'weaker'], filters: { collections: ['col_a'] } }),
    ).toEqual(['good', 'weak']);
    expect(await idsOf(index, 'boat ', { limit: 1, also: ['weak', 'weaker'], within: ['col_a'] })).toEqual([
      'good',
      'weak',
    ]);
  });
});

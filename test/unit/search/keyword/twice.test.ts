import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { IndexState } from '../../../../src/search/keyword/index-state.ts';
import type { KeywordHit, KeywordIndex, KeywordQuery } from '../../../../src/service/ports/keyword-index.ts';
import { Notebook } from './notebook.ts';
import { allLayouts, search } from './searching.ts';

let notebook: Notebook;
/** How often an index has scanned its memories. */
let scans: number;

beforeEach(() => {
  notebook = new Notebook();
  for (let number = 0; number < 30; number++)
    notebook.save(`mem_${number}`, {
      content: `boat ${'harbour '.repeat(number % 7)}`,
      tags: number % 2 === 0 ? ['even'] : [],
      collection: number % 3 === 0 ? 'col_a' : null,
    });
  notebook.save('mem_far', {
    content: 'a boat among many other words that are about something else',
    collection: 'col_a',
  });
  scans = 0;
  const { sources } = IndexState.prototype;
  vi.spyOn(IndexState.prototype, 'sources').mockImplementation(function (this: IndexState, ...options) {
    scans++;
    return sources.apply(this, options);
  });
});

afterEach(() => vi.restoreAllMocks());

const openIndex = async (parts = {}): Promise<KeywordIndex> => {
  const index = keywordIndex(parts);
  await index.catchUp(notebook);
  return index;
};
const query: Partial<KeywordQuery> = { limit: 5, filters: { tagKeys: ['even'] }, within: ['col_a'] };
/** The result of a new index, which has cached nothing. */
const searchNewIndex = async (text: string, options: Partial<KeywordQuery>): Promise<KeywordHit[]> =>
  search(await openIndex(), text, options);

it.each(allLayouts)(
  'a repeated search scans nothing, and returns the same hits as a new scan: %s',
  async (_layout, parts) => {
    const index = await openIndex(parts);
    for (const options of [{ limit: 5 }, query]) {
      scans = 0;
      expect(await search(index, 'boat harb', options)).toEqual(await searchNewIndex('boat harb', options));
      const wider = { ...options, limit: 12, also: ['mem_far', 'mem_1', 'nobody'] };
      const before = scans;
      const again = await search(index, 'boat harb', wider);
      expect(scans).toBe(before);
      expect(again).toEqual(await searchNewIndex('boat harb', wider));
    }
  },
);

it.each<[what: string, text: string, options: Partial<KeywordQuery>]>([
  ['for another text', 'boat harbour', query],
  ['for the same text with a space at the end', 'boat harb ', query],
  ['with other filters', 'boat harb', { ...query, filters: {} }],
  ['by a caller who sees more', 'boat harb', { ...query, within: undefined }],
  ['by a caller who sees something else', 'boat harb', { ...query, within: ['col_b'] }],
])('a later search %s doesn’t reuse the earlier result', async (_, text, options) => {
  const index = await openIndex();
  await search(index, 'boat harb', query);
  expect(await search(index, text, options)).toEqual(await searchNewIndex(text, options));
});

it('the second of two equal searches reflects a change between them', async () => {
  const index = await openIndex();
  await search(index, 'boat', { limit: 50 });
  notebook.save('mem_new', { content: 'boat' });
  notebook.erase('mem_0');
  await index.catchUp(notebook);
  const ids = (await search(index, 'boat', { limit: 50 })).map(({ id }) => id);
  expect(ids).toContain('mem_new');
  expect(ids).not.toContain('mem_0');
});

it.each(allLayouts)(
  'a repeated search for a mistyped or split word reflects each change: %s',
  async (_layout, parts) => {
    const index = await openIndex(parts);
    const found = async (text: string, within?: string[]) =>
      (await search(index, text, { limit: 50, within }))
        .filter(({ id }) => id.startsWith('mem_new'))
        .map(({ id }) => id);
    const save = async (id: string, content: string) => {
      notebook.save(id, { content, collection: 'col_b' });
      await index.catchUp(notebook);
    };
    for (let time = 0; time < 2; time++)
      for (const text of ['ligthouse ', 'icecream ', 'boat ']) expect(await found(text)).toEqual([]);
    await save('mem_new1', 'lighthouse');
    await save('mem_new2', 'ice and cream');
    for (let time = 0; time < 2; time++) {
      expect(await found('ligthouse ')).toEqual(['mem_new1']);
      expect(await found('icecream ')).toEqual(['mem_new2']);
      // A search limited to other collections must not use what unlimited searches cached.
      expect(await found('ligthouse ', ['col_a'])).toEqual([]);
    }
    await save('mem_new3', 'ligthouse');
    expect(await found('ligthouse ')).toEqual(['mem_new3']);
    notebook.erase('mem_new3');
    await index.catchUp(notebook);
    expect(await found('ligthouse ')).toEqual(['mem_new1']);
  },
);

it('a later search finds a memory that was saved during an earlier search', async () => {
  notebook.save('mem_words', { content: '京都 東京 大阪 奈良 神戸 福岡 札幌 仙台' });
  const index = await openIndex({ maxLiveMemories: 0 });
  const running = search(index, '京都 ligthouse ');
  notebook.save('mem_new', { content: 'lighthouse' });
  await index.catchUp(notebook);
  await running;
  expect((await search(index, 'ligthouse ')).map(({ id }) => id)).toEqual(['mem_new']);
});

it('concurrent searches don’t affect each other', async () => {
  const index = await openIndex();
  const searches: [text: string, options: Partial<KeywordQuery>][] = [
    ['boat', { limit: 5 }],
    ['harb', query],
    ['boat', { limit: 12, also: ['mem_far'] }],
    ['boat', { limit: 5 }],
  ];
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(searches.map(([text, options]) => search(index, text, options)));
    expect(answers).toEqual(await Promise.all(searches.map(([text, options]) => searchNewIndex(text, options))));
  }
});

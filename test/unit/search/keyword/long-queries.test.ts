import { afterEach, expect, it, vi } from 'vitest';
import { wordOf } from '../../../../bench/search/notes.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { maxKeptPostings } from '../../../../src/search/keyword/index-scan.ts';
import { mostCorrections } from '../../../../src/search/keyword/term-expansion.ts';
import { Notebook } from './notebook.ts';
import { allLayouts, idsOf, indexOf, search } from './searching.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const unknownWords = (count: number) => Array.from({ length: count }, (_, i) => `${wordOf(i)}qqqq`).join(' ');

it.each(allLayouts)('only the first unknown words of a query are corrected: %s', async (_, parts) => {
  const index = await indexOf({ note: 'submarines of the Baltic' }, parts);
  expect(await idsOf(index, `${unknownWords(mostCorrections - 1)} submarimes `)).toEqual(['note']);
  expect(await idsOf(index, `${unknownWords(mostCorrections)} submarimes `)).toEqual([]);
  expect(await idsOf(index, `${unknownWords(mostCorrections)} submarines `)).toEqual(['note']);
});

it.each([
  ['yields the thread if its steps take long', 5, true],
  ['runs to its end without yielding if it takes no time', 0, false],
])('a long misspelt query %s', async (_, stepMs, yields) => {
  const notebook = new Notebook();
  for (let i = 0; i < 50; i++)
    notebook.save(`mem_${i}`, {
      content: Array.from({ length: 600 }, (_word, word) => wordOf(i * 600 + word)).join(' '),
    });
  const index = keywordIndex({ maxLiveMemories: 0 });
  await index.catchUp(notebook);
  const query = Array.from({ length: 150 }, (_word, i) => wordOf(i * 97).replace(/^(..)./, '$1q'))
    .join(' ')
    .slice(0, 1_024);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  let turns = 0;
  const turn = setInterval(() => turns++, 0);
  await search(index, query);
  clearInterval(turn);
  expect(turns > 0).toBe(yields);
});

it('finds all words of a prefix search, even if it reads too many postings to keep them', async () => {
  const words = Array.from({ length: 1_100 }, (_, i) => `b${wordOf(i)}`);
  const notebook = new Notebook();
  const index = keywordIndex();
  let notes = 0;
  for (const most of [100, Math.ceil(maxKeptPostings / words.length) + 10]) {
    for (; notes < most; notes++) notebook.save(`mem_${notes}`, { content: words.join(' ') });
    await index.catchUp(notebook);
    // The second search reuses the first one's scores.
    for (let times = 0; times < 2; times++) {
      const hits = await search(index, 'b', { limit: 2 });
      expect(hits.map((hit) => hit.words)).toEqual([words.toSorted(), words.toSorted()]);
    }
  }
});

import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { checkEveryRow, equal } from '../expect.ts';
import { listAllPages } from '../list-all-pages.ts';

interface TextFilters {
  site?: string;
  phrases?: string[];
  not?: string[];
}

async function newLibrary(context: Context) {
  const { id: collection } = await context.collection();
  const word = newWord();
  const made = {
    a: await context.memory({ collection, content: `${word} Ice Cream at the pier`, url: 'https://WWW.Example.org/x' }),
    b: await context.memory({ collection, content: `${word} cream, then ice`, url: 'https://docs.example.org.:8443/' }),
    c: await context.memory({
      collection,
      content: `${word} plain`,
      title: 'Ice cream',
      url: 'http://notexample.org/example.org',
    }),
    d: await context.memory({
      collection,
      content: `${word} plain, vitamin C`,
      tags: ['Café crème'],
      url: 'https://example.test/',
    }),
    e: await context.memory({ collection, content: `${word} 東京都の天気 ราคา10บาท in modern C++17` }),
  };
  const letters = new Map(Object.entries(made).map(([letter, { id }]) => [id, letter]));
  const lettersOf = (memories: { id: string }[]) =>
    memories
      .map(({ id }) => letters.get(id) ?? '?')
      .sort()
      .join('');
  return {
    collection,
    word,
    made,
    listed: async (filters: TextFilters, query: { limit?: number; deleted?: boolean } = {}) => {
      const pages = await listAllPages(context.admin, 'listMemories', { query: { collection, ...filters, ...query } });
      return lettersOf(pages.flatMap(({ memories }) => memories));
    },
    found: async (filters: TextFilters, limit = 20) => {
      const body = { query: word, mode: 'keyword' as const, limit, filters: { collection, ...filters } };
      return lettersOf((await context.admin.bodyOf('searchMemories', { body })).memories);
    },
  };
}

/** Filters, and the letters of the memories that they match. */
const rows: readonly (readonly [filters: TextFilters, letters: string])[] = [
  [{ site: 'example.org' }, 'ab'],
  [{ site: 'WWW.EXAMPLE.ORG' }, 'ab'],
  [{ site: 'docs.example.org' }, 'b'],
  [{ site: 'Docs.example.org.' }, 'b'],
  [{ site: 'org' }, 'abc'],
  [{ site: 'ample.org' }, ''],
  [{ phrases: ['ice cream'] }, 'ac'],
  [{ phrases: ['ICE-cream'] }, 'ac'],
  [{ phrases: ['ice', 'cream'] }, 'abc'],
  [{ phrases: ['ice cream', 'pier'] }, 'a'],
  [{ phrases: ['ice creams'] }, ''],
  [{ phrases: ['plain ice'] }, ''],
  [{ phrases: ['cafe creme'] }, 'd'],
  [{ phrases: ['京都'] }, 'e'],
  [{ phrases: ['都京'] }, ''],
  [{ phrases: ['10บาท'] }, 'e'],
  [{ phrases: ['20บาท'] }, ''],
  [{ phrases: ['c'] }, 'de'],
  [{ phrases: ['C++'] }, 'e'],
  [{ phrases: ['modern c++'] }, 'e'],
  [{ phrases: ['vitamin C#'] }, ''],
  [{ phrases: ['c'], not: ['C++'] }, 'd'],
  [{ not: ['ice cream'] }, 'bde'],
  [{ not: ['ice'] }, 'de'],
  [{ not: ['plain', '京都'] }, 'ab'],
  [{ not: ['plain', '10บาท'] }, 'ab'],
  [{ phrases: [], not: [] }, 'abcde'],
  [{ site: 'example.org', phrases: ['ice'], not: ['pier'] }, 'b'],
];

export const textFilterCases: Case[] = [
  {
    name: 'text filters: `site`, `phrases` and `not` select the matching memories in listings and searches',
    covers: ['filters.site', 'filters.phrases', 'filters.not', 'extension.text-filters'],
    async run(context) {
      const { listed, found } = await newLibrary(context);
      await checkEveryRow(
        rows,
        ([filters]) => JSON.stringify(filters),
        async ([filters, letters]) => {
          equal(await listed(filters), letters, 'what is listed');
          equal(await found(filters), letters, 'what is found');
        },
      );
    },
  },
  {
    name: 'text filters: filtered pages and searches fill their limit, and reflect changes and deletions at once',
    covers: ['search.filled', 'filters.phrases', 'filters.not'],
    async run(context) {
      const { word, collection, made, listed, found } = await newLibrary(context);
      for (let count = 0; count < 40; count++)
        await context.memory({ collection, content: `${word} ${word} ${count % 2 === 0 ? 'ice' : 'rain'}` });
      equal(await found({ phrases: ['ice cream'] }, 2), 'ac', 'what is found among better hits');
      equal(await found({ not: ['ice', 'rain'] }, 2), 'de', 'what is found if better hits are excluded');
      equal(await listed({ phrases: ['ice cream'] }, { limit: 1 }), 'ac', 'what is listed page by page');
      await context.admin.expectSuccess('updateMemory', {
        id: made.b.id,
        body: { content: `${word} ice cream`, url: null },
      });
      equal(await found({ phrases: ['ice cream'] }), 'abc', 'what is found after a change');
      equal(await found({ site: 'example.org' }), 'a', 'what is found by site after a change');
      await context.admin.expectSuccess('deleteMemory', { id: made.a.id });
      equal(await listed({ phrases: ['ice cream'] }), 'bc', 'what is listed without the trash');
      equal(await listed({ phrases: ['ice cream'] }, { deleted: true }), 'a', 'what is listed in the trash');
    },
  },
];

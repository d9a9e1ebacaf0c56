import type { Case } from '../case.ts';
import type { Context } from '../context.ts';
import { check, equal } from '../expect.ts';
import { cursorIn, idsOf, listIn, memoriesIn, expectAnySuccess, type PlainMemory } from '../plain.ts';

/** Enough to check paging without reading all of a large library. */
const maxPages = 12;

interface PageWalk {
  ids: string[];
  ended: boolean;
}

/** Throws if an id or the cursor repeats, or if a page is too long. */
async function listFirstPages(context: Context, limit: number): Promise<PageWalk> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page++) {
    const answer = await expectAnySuccess(context.admin, 'listMemories', { query: { limit, cursor } });
    check(
      Array.isArray((answer.body as { memories?: unknown }).memories),
      `no list called memories in ${answer.text.slice(0, 200)}`,
    );
    const memories = memoriesIn(answer);
    check(memories.length <= limit, `a page of ${memories.length} for a limit of ${limit}`);
    ids.push(...idsOf(memories));
    equal(new Set(ids).size, ids.length, `different ids on ${page} pages of ${limit}`);
    const next = cursorIn(answer);
    if (next === undefined) return { ids, ended: true };
    check(next !== cursor, `the cursor of page ${page} leads back to that page`);
    cursor = next;
  }
  return { ids, ended: false };
}

/** Repeats the search for a few seconds if a wanted memory is missing, because some servers index with a delay. */
async function searchUntilFound(
  context: Context,
  body: object,
  wanted: readonly PlainMemory[],
): Promise<PlainMemory[]> {
  for (let attempt = 1; ; attempt++) {
    const hits = memoriesIn(await expectAnySuccess(context.admin, 'searchMemories', { body }));
    if (wanted.every(({ id }) => idsOf(hits).includes(id)) || attempt === 6) return hits;
    await context.wait(1_000);
  }
}

export const sourceListCases: Case[] = [
  {
    name: 'source: a new collection is listed, and lists its memories',
    covers: [
      'source.collections',
      'source.collection-memories',
      'operation.createCollection',
      'operation.listCollections',
      'operation.listCollectionMemories',
    ],
    plain: true,
    spends: { own: 0, fixtures: 4 },
    async run(context) {
      const [outside, untagged, inside] = await context.fixtures.all();
      const { id, name } = await context.fixtures.collection();
      equal(
        idsOf(await context.fixtures.membersOf(id)).sort(),
        idsOf([inside!, untagged!]).sort(),
        `the memories of the collection, without ${outside!.id}`,
      );
      // A server that pages its collections may list the new collection on a later page.
      const answer = await expectAnySuccess(context.admin, 'listCollections');
      const listed = listIn(answer) as { id?: unknown; name?: unknown }[];
      check(
        listed.some((collection) => collection.id === id) || cursorIn(answer) !== undefined,
        `the collection ${name} is not listed`,
      );
    },
  },
  {
    name: 'source: pages list each memory once',
    covers: ['source.list', 'operation.listMemories'],
    plain: true,
    spends: { own: 0, fixtures: 4 },
    async run(context) {
      const made = await context.fixtures.all();
      const [pagesOf2, pagesOf1, large] = [
        await listFirstPages(context, 2),
        await listFirstPages(context, 1),
        await listFirstPages(context, 20),
      ];
      for (const pages of [pagesOf2, pagesOf1]) {
        const shorter = Math.min(pages.ids.length, large.ids.length);
        equal(
          pages.ids.slice(0, shorter),
          large.ids.slice(0, shorter),
          'the same memories in small pages and in large ones',
        );
        check(!pages.ended || pages.ids.length >= large.ids.length, 'small pages end before every memory was listed');
      }
      if (large.ended)
        check(
          made.every(({ id }) => large.ids.includes(id)),
          'a memory is missing from the pages',
        );
    },
  },
  {
    name: 'source: a search in each mode returns at most limit memories',
    covers: ['source.search', 'operation.searchMemories'],
    plain: true,
    spends: { own: 0, fixtures: 4 },
    async run(context) {
      const made = await context.fixtures.all();
      const { word } = context.fixtures;
      const hits = await searchUntilFound(context, { query: word, mode: 'keyword' }, made);
      equal(
        made.filter(({ id }) => !idsOf(hits).includes(id)),
        [],
        'memories that contain the word but are not found',
      );
      for (const mode of ['keyword', 'semantic', 'hybrid']) {
        const some = memoriesIn(
          await expectAnySuccess(context.admin, 'searchMemories', { body: { query: word, mode, limit: 2 } }),
        );
        check(some.length <= 2, `${some.length} hits in mode ${mode} for a limit of 2`);
        if (mode === 'keyword')
          equal(
            some.filter(({ content }) => !content.includes(word)),
            [],
            'hits without the word',
          );
      }
    },
  },
  {
    name: 'source: collection and tags narrow a search',
    covers: ['source.search-filters'],
    plain: true,
    spends: { own: 0, fixtures: 4 },
    async run(context) {
      const [outside, untagged, inside] = (await context.fixtures.all()) as [PlainMemory, PlainMemory, PlainMemory];
      const { word, tag } = context.fixtures;
      const collection = (await context.fixtures.collection())[await context.fixtures.reference()];
      const rows: [object, PlainMemory[]][] = [
        [{ collection }, [inside, untagged]],
        [{ tags: [tag] }, [inside, outside]],
        [{ collection, tags: [tag] }, [inside]],
      ];
      for (const [filters, wanted] of rows) {
        const hits = await searchUntilFound(context, { query: word, mode: 'keyword', limit: 10, filters }, wanted);
        const ids = idsOf(hits).filter((id) => !context.fixtures.misplacedIds.includes(id));
        equal(ids.sort(), idsOf(wanted).sort(), `what is found with the filters ${Object.keys(filters).join(' and ')}`);
      }
    },
  },
];

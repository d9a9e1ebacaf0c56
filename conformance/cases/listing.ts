import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal } from '../expect.ts';
import { listAllPages } from '../list-all-pages.ts';
import type { Input } from '../session.ts';

type Query = NonNullable<Input['query']>;

async function pagedIds(
  context: Context,
  query: Query,
  between?: (page: number) => Promise<unknown>,
): Promise<string[]> {
  const pages = await listAllPages(context.admin, 'listMemories', { query }, between);
  return pages.flatMap(({ memories }) => memories).map(({ id }) => id);
}

async function collectionOf(context: Context, size: number): Promise<{ collection: string; newestFirst: string[] }> {
  const { id: collection } = await context.collection();
  const newestFirst: string[] = [];
  for (let made = 0; made < size; made++) newestFirst.unshift((await context.memory({ collection })).id);
  return { collection, newestFirst };
}

export const listingCases: Case[] = [
  {
    name: 'listing: newest first by (createdAt, id), 20 a page by default',
    covers: ['list.order', 'list.limit', 'list.last'],
    async run(context) {
      const { collection, newestFirst } = await collectionOf(context, 23);
      const first = await context.admin.bodyOf('listMemories', { query: { collection } });
      equal(
        first.memories.map(({ id }) => id),
        newestFirst.slice(0, 20),
        'first page',
      );
      check(typeof first.nextCursor === 'string', 'no nextCursor though another page follows');
      const last = await context.admin.bodyOf('listMemories', { query: { collection, cursor: first.nextCursor } });
      equal(
        last.memories.map(({ id }) => id),
        newestFirst.slice(20),
        'last page',
      );
      equal(last.nextCursor, null, 'nextCursor of the last page');
    },
  },
  {
    name: 'listing: pages of any limit list the same memories, and nextCursor is null after a full last page',
    covers: ['list.limit', 'list.last'],
    async run(context) {
      const { collection, newestFirst } = await collectionOf(context, 6);
      for (const limit of [1, 2, 3, 5, 6, 7, 100])
        equal(await pagedIds(context, { collection, limit }), newestFirst, `pages of ${limit}`);
      for (const limit of [6, 7, 100])
        equal(
          (await context.admin.bodyOf('listMemories', { query: { collection, limit } })).nextCursor,
          null,
          `nextCursor with limit ${limit}`,
        );
    },
  },
  {
    name: 'listing: imported memories are sorted by the createdAt they were given, then by id',
    covers: ['list.order', 'import'],
    async run(context) {
      const { id: collection } = await context.collection();
      const made: { id: string; createdAt: string }[] = [];
      for (const createdAt of [
        '2012-01-01T00:00:00.000Z',
        '2010-01-01T00:00:00.000Z',
        '2012-01-01T00:00:00.000Z',
        '2011-01-01T00:00:00.000Z',
        '2012-01-01T00:00:00.000Z',
      ]) {
        made.push(await context.memory({ collection, createdAt }));
      }
      const expected = made.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? 1 : -1)).map(({ id }) => id);
      for (const limit of [1, 2, 10])
        equal(await pagedIds(context, { collection, limit }), expected, `pages of ${limit}`);
    },
  },
  {
    name: 'listing: paging loses and repeats nothing while memories come and go',
    covers: ['list.stable'],
    async run(context) {
      const { collection, newestFirst } = await collectionOf(context, 10);
      const [, listedBefore, , , notListedYet] = newestFirst as [string, string, string, string, string];
      const ids = await pagedIds(context, { collection, limit: 2 }, async (page) => {
        if (page === 1) await context.memory({ collection });
        if (page === 1) await context.admin.expectSuccess('deleteMemory', { id: listedBefore });
        if (page === 2)
          await context.admin.expectSuccess('deleteMemory', { id: notListedYet, query: { permanent: true } });
        if (page === 3)
          await context.admin.expectSuccess('updateMemory', {
            id: newestFirst[9] as string,
            body: { title: 'changed' },
          });
      });
      equal(
        ids,
        newestFirst.filter((id) => id !== notListedYet),
        'ids of all pages',
      );
    },
  },
  {
    name: 'listing: a cursor works after the last memory of its page is deleted',
    covers: ['list.stable'],
    async run(context) {
      const { collection, newestFirst } = await collectionOf(context, 4);
      const ids = await pagedIds(context, { collection, limit: 2 }, () =>
        context.admin.expectSuccess('deleteMemory', { id: newestFirst[1] as string, query: { permanent: true } }),
      );
      equal(ids, newestFirst, 'ids of all pages');
    },
  },
  {
    name: 'listing: listCollectionMemories pages like listMemories',
    covers: ['operation.listCollectionMemories', 'list.limit', 'list.last', 'list.cursor'],
    async run(context) {
      const { collection, newestFirst } = await collectionOf(context, 3);
      const pages = await listAllPages(context.admin, 'listCollectionMemories', {
        id: collection,
        query: { limit: 2 },
      });
      equal(
        pages.map(({ memories }) => memories.map(({ id }) => id)),
        [newestFirst.slice(0, 2), newestFirst.slice(2)],
        'ids of each page',
      );
    },
  },
  {
    name: 'listing: an empty page is an empty list with nextCursor null',
    covers: ['list.last'],
    async run(context) {
      const { id } = await context.collection();
      equal(
        await context.admin.bodyOf('listMemories', { query: { collection: id } }),
        { memories: [], nextCursor: null },
        'listMemories',
      );
      equal(
        await context.admin.bodyOf('listCollectionMemories', { id }),
        { memories: [], nextCursor: null },
        'listCollectionMemories',
      );
      equal(
        await context.admin.bodyOf('listTags', { query: { prefix: newWord() } }),
        { tags: [], nextCursor: null },
        'listTags',
      );
    },
  },
];

import { limits } from '../../src/v1/limits.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import { listAllPages } from '../list-all-pages.ts';
import type { Input, Session } from '../session.ts';

type Paged = 'listMemories' | 'listCollectionMemories' | 'listCollections' | 'listTags' | 'listTokens';

const expectCursorRefused = (session: Session, name: Paged, input: Input, cursor: string) =>
  session.expectRefusal(name, { ...input, query: { ...input.query, cursor } }, 'invalid_request', 400);

async function nextCursor(session: Session, name: Paged, input: Input = {}): Promise<string> {
  const { nextCursor: cursor } = await session.bodyOf(name, { ...input, query: { ...input.query, limit: 1 } });
  check(typeof cursor === 'string' && cursor !== '', `${name} has no next page`);
  return cursor;
}

/** Gives every listing a second page. */
async function createTwoOfEach(context: Context) {
  const collection = await context.collection();
  const other = await context.collection();
  const tag = newWord();
  for (const into of [collection, other])
    for (const letter of ['a', 'b'])
      await context.memory({ collection: into.id, tags: [tag, `${tag} ${letter}`], url: 'https://example.org/' });
  await context.createToken();
  return { collection: collection.id, other: other.id, tag };
}

const pagedOperations: Paged[] = [
  'listMemories',
  'listCollectionMemories',
  'listCollections',
  'listTags',
  'listTokens',
];

const inputOf = (name: Paged, collection: string): Input =>
  name === 'listCollectionMemories' ? { id: collection } : {};

function altered(cursor: string, fraction: number): string {
  const at = Math.floor(fraction * (cursor.length - 2));
  return cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
}

/** The character whose key (NFKC, in lower case) has the most bytes. */
const longestInKey = '\uFDFA';

export const cursorCases: Case[] = [
  {
    name: 'cursors: paging continues after an item with the longest possible name',
    covers: ['list.cursor', 'text.key'],
    async run(context) {
      const nameOf = (characters: number, word: string) => longestInKey.repeat(characters - word.length) + word;
      const collections: string[] = [];
      for (const word of [newWord(), newWord()]) {
        const { id } = await context.collection(nameOf(limits.collectionNameCharacters, word));
        await context.memory({ collection: id, tags: [nameOf(limits.tagCharacters, word)] });
        collections.push(id);
      }
      const session = await context.sessionWith({ collections });
      for (const name of ['listCollections', 'listTags'] as const)
        equal((await listAllPages(session, name, { query: { limit: 1 } })).length, 2, `pages of ${name}`);
    },
  },
  {
    name: 'cursors: a made-up or altered cursor is 400',
    covers: ['list.cursor', 'error.invalid_request'],
    async run(context) {
      const { collection } = await createTwoOfEach(context);
      await checkEveryRow(
        pagedOperations,
        (name) => name,
        async (name) => {
          const input = inputOf(name, collection);
          const cursor = await nextCursor(context.admin, name, input);
          await context.admin.expectSuccess(name, { ...input, query: { cursor } });
          const changed = [0, 0.1, 0.25, 0.5, 0.75, 0.9].map((fraction) => altered(cursor, fraction));
          const madeUp = [
            'x',
            'null',
            '0',
            'bWVt',
            'eyJpZCI6MX0',
            '{}',
            'e30.e30',
            '🌱',
            "' OR 1=1",
            cursor.slice(0, -4),
            cursor.slice(4),
            `${cursor}${cursor}`,
            ` ${cursor}`,
            'x'.repeat(limits.cursorCharacters),
          ];
          await checkEveryRow(
            [...changed, ...madeUp],
            (cursor) => cursor,
            async (cursor) => void (await expectCursorRefused(context.admin, name, input, cursor)),
          );
        },
      );
    },
  },
  {
    name: 'cursors: a cursor of another operation is 400',
    covers: ['list.cursor'],
    async run(context) {
      const { collection } = await createTwoOfEach(context);
      for (const from of pagedOperations) {
        const cursor = await nextCursor(context.admin, from, inputOf(from, collection));
        // A server may treat a listing by collection as a filtered listMemories, with the same cursors.
        const others = pagedOperations.filter(
          (name) => name !== from && !(name.endsWith('Memories') && from.endsWith('Memories')),
        );
        await checkEveryRow(
          others,
          (name) => `${from} to ${name}`,
          async (name) => void (await expectCursorRefused(context.admin, name, inputOf(name, collection), cursor)),
        );
      }
    },
  },
  {
    name: 'cursors: a cursor of another token is 400',
    covers: ['list.cursor', 'limited.sees'],
    async run(context) {
      const { collection } = await createTwoOfEach(context);
      const [other, limited] = [await context.sessionWith(), await context.sessionWith({ collections: [collection] })];
      await checkEveryRow(
        pagedOperations,
        (name) => name,
        async (name) => {
          const input = inputOf(name, collection);
          const cursor = await nextCursor(context.admin, name, input);
          for (const session of [other, limited]) await expectCursorRefused(session, name, input, cursor);
        },
      );
    },
  },
  {
    name: 'cursors: a cursor used with other filters is 400',
    covers: ['list.cursor', 'list.filters'],
    async run(context) {
      const { collection, other, tag } = await createTwoOfEach(context);
      const filters: NonNullable<Input['query']>[] = [
        {},
        { collection },
        { collection: other },
        { tag },
        { tag: [tag, `${tag} a`] },
        { collection, tag },
        { collection, url: 'https://example.org/' },
        { collection, createdAfter: '2001-01-01T00:00:00Z' },
        { collection, createdBefore: '2101-01-01T00:00:00Z' },
      ];
      for (const from of filters) {
        const cursor = await nextCursor(context.admin, 'listMemories', { query: from });
        const others = [
          ...filters.filter((to) => to !== from),
          { ...from, deleted: true },
          { ...from, source: 'popup' },
        ];
        await checkEveryRow(
          others,
          (to) => `${JSON.stringify(from)} to ${JSON.stringify(to)}`,
          async (to) => void (await expectCursorRefused(context.admin, 'listMemories', { query: to }, cursor)),
        );
      }
      const cursor = await nextCursor(context.admin, 'listCollectionMemories', { id: collection });
      await expectCursorRefused(context.admin, 'listCollectionMemories', { id: other }, cursor);
      await expectCursorRefused(
        context.admin,
        'listTags',
        { query: { prefix: tag } },
        await nextCursor(context.admin, 'listTags'),
      );
    },
  },
  {
    name: 'cursors: the same cursor returns the same page',
    covers: ['list.cursor', 'list.stable'],
    async run(context) {
      const { collection } = await createTwoOfEach(context);
      const cursor = await nextCursor(context.admin, 'listMemories', { query: { collection } });
      const page = () => context.admin.bodyOf('listMemories', { query: { collection, cursor } });
      equal(await page(), await page(), 'the page, requested twice');
    },
  },
];

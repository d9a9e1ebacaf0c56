import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import { listAllPages } from '../list-all-pages.ts';
import type { Input } from '../session.ts';

type Query = NonNullable<Input['query']>;

const day = (number: number) => `2015-06-${String(number).padStart(2, '0')}T12:00:00.000Z`;

async function newLibrary(context: Context) {
  const { id: collection, name } = await context.collection();
  const [firstTag, secondTag] = [newWord(), newWord()];
  const [myTokenName, otherTokenName] = [newWord(), newWord()];
  const [me, them] = [
    await context.sessionWith({ name: myTokenName }),
    await context.sessionWith({ name: otherTokenName }),
  ];
  const url = `https://example.org/${newWord()}`;
  const made = {
    a: await context.memory({ collection, createdAt: day(1), tags: [firstTag] }, me),
    b: await context.memory({ collection, createdAt: day(2), tags: [firstTag, secondTag] }, them),
    c: await context.memory({ collection, createdAt: day(3), tags: [secondTag], url }, me),
    d: await context.memory({ collection, createdAt: day(4), tags: [secondTag, 'x', firstTag], url }, me),
    e: await context.memory({ collection, createdAt: day(5) }, them),
  };
  return {
    collection,
    name,
    firstTag,
    secondTag,
    mySource: context.sourceOf(myTokenName),
    otherSource: context.sourceOf(otherTokenName),
    url,
    made,
  };
}

type Library = Awaited<ReturnType<typeof newLibrary>>;

/** Filters, and the letters of the memories that they match, newest first. */
const rows: readonly (readonly [name: string, query: (library: Library) => Query, letters: string])[] = [
  ['collection by id', (s) => ({ collection: s.collection }), 'edcba'],
  ['collection by name', (s) => ({ collection: s.name }), 'edcba'],
  ['collection by name in another spelling', (s) => ({ collection: ` ${s.name.toUpperCase()} ` }), 'edcba'],
  ['one tag', (s) => ({ collection: s.collection, tag: s.firstTag }), 'dba'],
  ['one tag in another spelling', (s) => ({ collection: s.collection, tag: s.firstTag.toUpperCase() }), 'dba'],
  ['two tags', (s) => ({ collection: s.collection, tag: [s.secondTag, s.firstTag] }), 'db'],
  ['the same tag twice', (s) => ({ collection: s.collection, tag: [s.firstTag, s.firstTag] }), 'dba'],
  ['two tags, one of which no memory has', (s) => ({ collection: s.collection, tag: [s.firstTag, newWord()] }), ''],
  ['the beginning of a tag', (s) => ({ tag: s.firstTag.slice(0, 8) }), ''],
  ['source', (s) => ({ collection: s.collection, source: s.mySource }), 'dca'],
  ['url', (s) => ({ collection: s.collection, url: s.url }), 'dc'],
  ['the beginning of a url', (s) => ({ collection: s.collection, url: s.url.slice(0, -1) }), ''],
  ['createdAfter is exclusive', (s) => ({ collection: s.collection, createdAfter: day(3) }), 'ed'],
  ['createdBefore is exclusive', (s) => ({ collection: s.collection, createdBefore: day(3) }), 'ba'],
  [
    'createdAfter with an offset',
    (s) => ({ collection: s.collection, createdAfter: '2015-06-03T14:00:00.000+02:00' }),
    'ed',
  ],
  ['between two moments', (s) => ({ collection: s.collection, createdAfter: day(1), createdBefore: day(5) }), 'dcb'],
  [
    'createdAfter and createdBefore at the same time',
    (s) => ({ collection: s.collection, createdAfter: day(3), createdBefore: day(3) }),
    '',
  ],
  ['a tag alone, in every collection', (s) => ({ tag: s.firstTag }), 'dba'],
  ['source alone', (s) => ({ source: s.otherSource }), 'eb'],
  ['url alone', (s) => ({ url: s.url }), 'dc'],
  ['tag and source', (s) => ({ tag: s.firstTag, source: s.mySource }), 'da'],
  ['tag, source and url', (s) => ({ tag: s.firstTag, source: s.mySource, url: s.url }), 'd'],
  [
    'every filter',
    (s) => ({
      collection: s.name,
      tag: [s.firstTag, s.secondTag],
      source: s.mySource,
      url: s.url,
      createdAfter: day(3),
      createdBefore: day(5),
      deleted: false,
    }),
    'd',
  ],
  [
    'filters of which one doesn’t match',
    (s) => ({ collection: s.name, tag: [s.firstTag, s.secondTag], source: s.otherSource, url: s.url }),
    '',
  ],
];

/**
 * Memories that a page of the extension saves all have the same source, so a filter by source can't tell them apart.
 */
function rowsFor(library: Library): typeof rows {
  return library.mySource === library.otherSource
    ? rows.filter(([, query]) => query(library)['source'] === undefined)
    : rows;
}

export const filterCases: Case[] = [
  {
    name: 'filters: each filter and combinations of them list the matching memories',
    covers: ['list.filters', 'list.moments', 'extension.filters', 'reference.either', 'text.key', 'list.last'],
    async run(context) {
      const library = await newLibrary(context);
      await checkEveryRow(
        rowsFor(library),
        ([name]) => name,
        async ([, query, letters]) => {
          const expected = [...letters].map((letter) => library.made[letter as keyof typeof library.made].id);
          const whole = await context.admin.bodyOf('listMemories', { query: query(library) });
          equal(
            whole.memories.map(({ id }) => id),
            expected,
            'in one page',
          );
          equal(whole.nextCursor, null, 'nextCursor');
          const { collection, ...rest } = query(library);
          if (collection === undefined) return;
          const inside = await context.admin.bodyOf('listCollectionMemories', { id: library.collection, query: rest });
          equal(
            inside.memories.map(({ id }) => id),
            expected,
            'among the memories of the collection',
          );
        },
      );
    },
  },
  {
    name: 'filters: a filtered listing has the same memories page by page as in one page',
    covers: ['list.filters', 'list.cursor'],
    async run(context) {
      const library = await newLibrary(context);
      await checkEveryRow(
        rowsFor(library).filter(([, , letters]) => letters.length > 1),
        ([name]) => name,
        async ([, query, letters]) => {
          const pages = await listAllPages(context.admin, 'listMemories', { query: { ...query(library), limit: 1 } });
          const ids = pages.flatMap(({ memories }) => memories).map(({ id }) => id);
          equal(
            ids,
            [...letters].map((letter) => library.made[letter as keyof typeof library.made].id),
            'ids',
          );
        },
      );
    },
  },
  {
    name: 'filters: deleted=true applies the same filters to the trash',
    covers: ['list.filters', 'trash.reached'],
    async run(context) {
      const { made, secondTag, collection } = await newLibrary(context);
      for (const { id } of [made.a, made.b, made.e]) await context.admin.expectSuccess('deleteMemory', { id });
      const ids = async (query: Query) =>
        (await context.admin.bodyOf('listMemories', { query })).memories.map(({ id }) => id);
      equal(
        (await ids({ collection, deleted: true })).sort(),
        [made.a.id, made.b.id, made.e.id].sort(),
        'the trash of the collection',
      );
      equal(await ids({ tag: secondTag, deleted: true }), [made.b.id], 'the trash by tag');
      equal(await ids({ tag: secondTag }), [made.d.id, made.c.id], 'the live ones');
      equal(await ids({ tag: secondTag, deleted: false }), [made.d.id, made.c.id], 'deleted=false');
    },
  },
  {
    name: 'filters: after a PATCH, filters match the new values and not the old ones',
    covers: ['list.filters', 'source.update'],
    async run(context) {
      const { id: first } = await context.collection();
      const { id: second } = await context.collection();
      const [before, after] = [newWord(), newWord()];
      const memory = await context.memory({ collection: first, tags: [before], url: 'https://example.org/before' });
      await context.admin.expectSuccess('updateMemory', {
        id: memory.id,
        body: { collection: second, tags: [after], url: 'https://example.org/after' },
      });
      const count = async (query: Query) =>
        (await context.admin.bodyOf('listMemories', { query })).memories.filter(({ id }) => id === memory.id).length;
      const counts = [];
      for (const query of [
        { collection: first },
        { tag: before },
        { url: 'https://example.org/before' },
        { collection: second },
        { tag: after },
      ])
        counts.push(await count(query));
      equal(counts, [0, 0, 0, 1, 1], 'how often it is listed');
    },
  },
  {
    name: 'filters: an unknown collection is 404, by id and by name',
    covers: ['reference.absent', 'error.not_found'],
    async run(context) {
      for (const collection of [newWord(), 'col_00000000000000000000000000']) {
        await context.admin.expectRefusal('listMemories', { query: { collection } }, 'not_found', 404);
        await context.admin.expectRefusal(
          'searchMemories',
          { body: { query: 'x', filters: { collection } } },
          'not_found',
          404,
        );
        await context.admin.expectRefusal('createMemory', { body: { content: 'x', collection } }, 'not_found', 404);
        const { id } = await context.memory();
        await context.admin.expectRefusal('updateMemory', { id, body: { collection } }, 'not_found', 404);
        const { collections } = await context.admin.bodyOf('listCollections', { query: { limit: 100 } });
        check(!collections.some(({ name }) => name === collection), 'a collection was created silently');
      }
    },
  },
];

import type { Case } from '../case.ts';
import { newWord } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import { createDividedMemories } from '../divided-memories.ts';

export const limitedCases: Case[] = [
  {
    name: 'limited tokens: list, read, search, tags, collections and counts cover only visible memories',
    covers: ['limited.sees', 'limited.counts'],
    async run(context) {
      const { word, tag, mine, seen, limited } = await createDividedMemories(context);
      equal((await limited.bodyOf('listMemories')).memories, [seen], 'listMemories');
      equal((await limited.bodyOf('listMemories', { query: { tag } })).memories, [seen], 'listMemories by tag');
      equal(
        (await limited.bodyOf('listMemories', { query: { collection: mine.name } })).memories,
        [seen],
        'listMemories by collection',
      );
      equal(
        (await limited.bodyOf('listCollectionMemories', { id: mine.id })).memories,
        [seen],
        'listCollectionMemories',
      );
      equal(await limited.bodyOf('readMemory', { id: seen.id }), seen, 'readMemory');
      await context.waitUntilIndexed();
      for (const mode of ['keyword', 'hybrid', 'semantic']) {
        equal(
          (await limited.bodyOf('searchMemories', { body: { query: word, mode } })).memories.map(({ id }) => id),
          [seen.id],
          `searchMemories ${mode}`,
        );
      }
      equal(
        (await limited.bodyOf('listTags')).tags,
        seen.tags.map((one) => ({ tag: one, memoryCount: 1 })).sort((a, b) => (a.tag < b.tag ? -1 : 1)),
        'listTags',
      );
      equal((await limited.bodyOf('listCollections')).collections, [{ ...mine, memoryCount: 1 }], 'listCollections');
      equal((await limited.bodyOf('readUsage')).memories.used, 1, 'readUsage');
    },
  },
  {
    name: 'limited tokens: listings and searches by `site`, `phrases` and `not` return only visible memories',
    covers: ['limited.sees', 'filters.site', 'filters.phrases', 'filters.not', 'extension.text-filters'],
    async run(context) {
      const { word, seen, hidden, uncollected, limited } = await createDividedMemories(context);
      const site = `${newWord()}.example`;
      for (const { id } of [seen, hidden, uncollected])
        await context.admin.expectSuccess('updateMemory', { id, body: { url: `https://${site}/` } });
      const [ownWord, hiddenWord] = [seen, hidden].map(({ content }) => content.split(' ')[1]!);
      const rows: [filters: Record<string, string | string[]>, ids: string[]][] = [
        [{ site }, [seen.id]],
        [{ phrases: [word] }, [seen.id]],
        [{ phrases: [hiddenWord!] }, []],
        [{ not: [hiddenWord!] }, [seen.id]],
        [{ not: [ownWord!] }, []],
      ];
      await checkEveryRow(
        rows,
        ([filters]) => JSON.stringify(filters),
        async ([filters, ids]) => {
          const listed = await limited.bodyOf('listMemories', { query: filters });
          equal(
            listed.memories.map(({ id }) => id),
            ids,
            'what is listed',
          );
          const found = await limited.bodyOf('searchMemories', { body: { query: word, mode: 'keyword', filters } });
          equal(
            found.memories.map(({ id }) => id),
            ids,
            'what is found',
          );
        },
      );
    },
  },
  {
    name: 'limited tokens: the trash lists only visible memories',
    covers: ['limited.sees'],
    async run(context) {
      const { seen, hidden, uncollected, limited } = await createDividedMemories(context);
      for (const { id } of [seen, hidden, uncollected]) await context.admin.expectSuccess('deleteMemory', { id });
      equal(
        (await limited.bodyOf('listMemories', { query: { deleted: true } })).memories.map(({ id }) => id),
        [seen.id],
        'the trash',
      );
      await limited.expectRefusal('restoreMemory', { id: hidden.id }, 'not_found', 404);
      await limited.expectRefusal('deleteMemory', { id: uncollected.id, query: { permanent: true } }, 'not_found', 404);
      await limited.expectSuccess('restoreMemory', { id: seen.id });
      equal((await limited.bodyOf('readUsage')).memories.used, 1, 'memories after restoring');
    },
  },
  {
    name: 'limited tokens: hidden memories change neither score nor match',
    covers: ['limited.words', 'limited.sees'],
    async run(context) {
      const { word, limited, theirs, uncollected } = await createDividedMemories(context);
      const look = async () => {
        const { memories, coverage, mode } = await limited.bodyOf('searchMemories', {
          body: { query: `${word} ${newWord()} `, mode: 'keyword' },
        });
        return { coverage, mode, hits: memories.map(({ id, score, match }) => ({ id, score, match })) };
      };
      const before = await look();
      for (let made = 0; made < 5; made++)
        await context.memory({ content: `${word} ${newWord()} ${newWord()}`, collection: theirs.id });
      await context.admin.expectSuccess('deleteMemory', { id: uncollected.id });
      equal(await look(), before, 'the answer');
    },
  },
  {
    name: 'limited tokens: a token limited to one collection saves to it',
    covers: ['limited.writes', 'limited.sees'],
    async run(context) {
      const { mine, theirs, limited } = await createDividedMemories(context);
      equal((await context.memory({}, limited)).collection, mine.id, 'collection of the new memory');
      equal(
        (await context.memory({ collection: mine.name }, limited)).collection,
        mine.id,
        'collection of a new memory, given by name',
      );
      for (const collection of [theirs.id, theirs.name])
        await limited.expectRefusal('createMemory', { body: { content: 'x', collection } }, 'not_found', 404);
    },
  },
  {
    name: 'limited tokens: a token limited to several collections must name the collection of a new memory',
    covers: ['limited.writes', 'limited.sees', 'error.invalid_request'],
    async run(context) {
      const { mine, hidden, seen } = await createDividedMemories(context);
      const second = await context.collection();
      const limited = await context.sessionWith({ collections: [mine.id, second.name] });
      await limited.expectRefusal('createMemory', { body: { content: 'x' } }, 'invalid_request', 400);
      const made = await context.memory({ collection: second.name }, limited);
      equal(made.collection, second.id, 'collection of the new memory');
      equal(
        (await limited.bodyOf('listMemories')).memories.map(({ id }) => id),
        [made.id, seen.id],
        'what it sees',
      );
      equal((await limited.bodyOf('readUsage')).memories.used, 2, 'memories it counts');
      const moved = await limited.bodyOf('updateMemory', { id: made.id, body: { collection: mine.id } });
      equal(moved.collection, mine.id, 'moved between its own collections');
      await limited.expectRefusal('readMemory', { id: hidden.id }, 'not_found', 404);
    },
  },
  {
    name: 'limited tokens: a memory can’t be moved out of the token’s collections',
    covers: ['limited.stays', 'error.forbidden'],
    async run(context) {
      const { mine, theirs, seen, limited } = await createDividedMemories(context);
      await limited.expectRefusal('updateMemory', { id: seen.id, body: { collection: null } }, 'forbidden', 403);
      for (const collection of [theirs.id, theirs.name])
        await limited.expectRefusal(
          'updateMemory',
          { id: seen.id, body: { collection, title: 'x' } },
          'not_found',
          404,
        );
      equal(await limited.bodyOf('readMemory', { id: seen.id }), seen, 'the memory');
      equal(
        (await limited.bodyOf('updateMemory', { id: seen.id, body: { collection: mine.id } })).version,
        1,
        'version after a move to its own collection',
      );
    },
  },
  {
    name: 'limited tokens: creating, renaming or deleting a collection is 403',
    covers: ['limited.no-collections', 'error.forbidden', 'hidden.alike'],
    async run(context) {
      const { mine, theirs, limited } = await createDividedMemories(context);
      for (const name of [newWord(), theirs.name, mine.name])
        await limited.expectRefusal('createCollection', { body: { name } }, 'forbidden', 403);
      await limited.expectRefusal('updateCollection', { id: mine.id, body: { name: newWord() } }, 'forbidden', 403);
      await limited.expectRefusal('deleteCollection', { id: mine.id }, 'forbidden', 403);
      equal((await limited.bodyOf('listCollections')).collections, [{ ...mine, memoryCount: 1 }], 'collections');
      const taken = await limited.call('updateCollection', { id: mine.id, body: { name: theirs.name } });
      const free = await limited.call('updateCollection', { id: mine.id, body: { name: newWord() } });
      equal(taken.text, free.text, 'renaming to a hidden name and to a free one');
    },
  },
  {
    name: 'limited tokens: with tokens:manage, a token sees and revokes only tokens limited to its own collections',
    covers: ['limited.tokens', 'hidden.alike'],
    async run(context) {
      const [one, two, three] = [await context.collection(), await context.collection(), await context.collection()];
      const manager = await context.createToken({ collections: [one.id, two.id] });
      const inside = [
        await context.createToken({ collections: [one.id] }),
        await context.createToken({ collections: [two.id, one.id] }),
      ];
      const outside = [
        await context.createToken({ collections: [three.id] }),
        await context.createToken({ collections: [one.id, three.id] }),
        await context.createToken(),
      ];
      const session = context.session(manager.token);
      const { tokens } = await session.bodyOf('listTokens', { query: { limit: 100 } });
      equal(tokens.map(({ id }) => id).sort(), [manager, ...inside].map(({ id }) => id).sort(), 'tokens it sees');
      await checkEveryRow(
        outside,
        ({ id }) => id,
        async ({ id, token }) => {
          await session.expectRefusal('revokeToken', { id }, 'not_found', 404);
          await context.session(token).expectSuccess('readUsage');
        },
      );
      for (const { id } of inside) await session.expectSuccess('revokeToken', { id });
    },
  },
  {
    name: 'limited tokens: after its collection is deleted, a token sees and writes nothing',
    covers: ['limited.gone', 'limited.sees'],
    async run(context) {
      const { mine, seen, limited } = await createDividedMemories(context);
      await context.admin.expectSuccess('deleteCollection', { id: mine.id });
      await context.collection(mine.name);
      equal((await limited.bodyOf('listMemories')).memories, [], 'listMemories');
      equal((await limited.bodyOf('listCollections')).collections, [], 'listCollections');
      equal((await limited.bodyOf('listTags')).tags, [], 'listTags');
      equal((await limited.bodyOf('readUsage')).memories.used, 0, 'readUsage');
      await limited.expectRefusal('readMemory', { id: seen.id }, 'not_found', 404);
      const content = newWord();
      for (const body of [{ content }, { content, collection: mine.name }, { content, collection: mine.id }]) {
        const answer = await limited.call('createMemory', { body });
        check(answer.status >= 400 && answer.status < 500, `a create returned ${answer.status}`);
      }
      const { memories } = await context.admin.bodyOf('searchMemories', { body: { query: content, mode: 'keyword' } });
      equal(memories, [], 'what was written');
    },
  },
];

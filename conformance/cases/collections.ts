import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import { listAllPages } from '../list-all-pages.ts';
import { checkShape } from '../shapes.ts';

async function allCollections(context: Context, limit = 100) {
  return (await listAllPages(context.admin, 'listCollections', { query: { limit } })).flatMap(
    ({ collections }) => collections,
  );
}

export const collectionCases: Case[] = [
  {
    name: 'collections: create and list return exactly the fields of a collection',
    covers: ['collection.shape', 'operation.createCollection', 'operation.listCollections'],
    async run(context) {
      const name = newWord();
      const created = await context.collection(`  ${name} `);
      checkShape('collection', created);
      equal(created, { ...created, name, memoryCount: 0, updatedAt: created.createdAt }, 'a new collection');
      const listed = (await allCollections(context)).find(({ id }) => id === created.id);
      checkShape('collection', listed);
      equal(listed, created, 'listed');
    },
  },
  {
    name: 'collections: memoryCount counts the live memories',
    covers: ['collection.shape', 'trash.hidden'],
    async run(context) {
      const { id } = await context.collection();
      const { id: other } = await context.collection();
      const counts: number[] = [];
      const recordCount = async () =>
        void counts.push((await allCollections(context)).find((one) => one.id === id)?.memoryCount ?? -1);
      const first = await context.memory({ collection: id });
      const second = await context.memory({ collection: id });
      await recordCount();
      await context.admin.expectSuccess('deleteMemory', { id: first.id });
      await recordCount();
      await context.admin.expectSuccess('restoreMemory', { id: first.id });
      await recordCount();
      await context.admin.expectSuccess('updateMemory', { id: second.id, body: { collection: other } });
      await recordCount();
      await context.admin.expectSuccess('deleteMemory', { id: first.id, query: { permanent: true } });
      await recordCount();
      equal(counts, [2, 1, 2, 1, 0], 'after create, delete, restore, move, delete for good');
    },
  },
  {
    name: 'collections: a taken name is 409 in any spelling',
    covers: ['collection.unique', 'text.key', 'error.conflict'],
    async run(context) {
      const word = newWord();
      const { id } = await context.collection(`${word} Caf\u00e9 1`);
      const other = await context.collection();
      const spellings = [
        `${word} Caf\u00e9 1`,
        ` ${word.toUpperCase()} CAF\u00c9 1 `,
        `${word} Cafe\u0301 1`,
        `${word} caf\u00e9 \uff11`,
      ];
      await checkEveryRow(
        spellings,
        (name) => name,
        async (name) => {
          await context.admin.expectRefusal('createCollection', { body: { name } }, 'conflict', 409);
          await context.admin.expectRefusal('updateCollection', { id: other.id, body: { name } }, 'conflict', 409);
        },
      );
      await context.collection(`${word} Cafe 1`);
      equal(
        (await allCollections(context)).filter(({ name }) => name.startsWith(word)).length,
        2,
        'collections whose name begins with the word',
      );
      equal(
        (await allCollections(context)).find((one) => one.id === id)?.name,
        `${word} Caf\u00e9 1`,
        'the first name',
      );
    },
  },
  {
    name: 'collections: of several concurrent creates with the same name, exactly one succeeds',
    covers: ['collection.unique'],
    async run(context) {
      const name = newWord();
      const answers = await Promise.all(
        [1, 2, 3].map(() => context.admin.call('createCollection', { body: { name } })),
      );
      equal(
        answers.map(({ status }) => status).sort((a, b) => a - b),
        [201, 409, 409],
        'statuses',
      );
    },
  },
  {
    name: 'collections: renaming keeps the id and the memories and frees the old name',
    covers: ['collection.rename', 'operation.updateCollection', 'extension.collections-edit', 'reference.either'],
    async run(context) {
      const before = await context.collection();
      const memory = await context.memory({ collection: before.id });
      const name = `${newWord()} New`;
      await context.wait(2);
      const renamed = await context.admin.bodyOf('updateCollection', { id: before.id, body: { name: ` ${name} ` } });
      checkShape('collection', renamed);
      equal(renamed, { ...before, name, memoryCount: 1, updatedAt: renamed.updatedAt }, 'renamed');
      check(renamed.updatedAt > before.updatedAt, 'updatedAt did not move');
      equal(
        (await context.admin.bodyOf('listMemories', { query: { collection: name } })).memories,
        [memory],
        'by the new name',
      );
      await context.admin.expectRefusal('listMemories', { query: { collection: before.name } }, 'not_found', 404);
      const respelled = await context.admin.bodyOf('updateCollection', {
        id: before.id,
        body: { name: name.toUpperCase() },
      });
      equal(respelled.name, name.toUpperCase(), 'its own name in another spelling');
      await context.collection(before.name);
    },
  },
  {
    name: 'collections: deleting a collection keeps its memories, without a collection and with a new version',
    covers: ['collection.delete', 'operation.deleteCollection', 'memory.version', 'memory.collection'],
    async run(context) {
      const { id, name } = await context.collection();
      const memories = [
        await context.memory({ collection: id }),
        await context.memory({ collection: name, tags: ['kept'] }),
      ];
      await context.wait(2);
      await context.admin.expectSuccess('deleteCollection', { id });
      for (const before of memories) {
        const after = await context.admin.bodyOf('readMemory', { id: before.id });
        equal(after, { ...before, collection: null, version: 2, updatedAt: after.updatedAt }, 'the memory');
        check(after.updatedAt > before.updatedAt, 'updatedAt did not move');
      }
      await context.admin.expectRefusal('listCollectionMemories', { id }, 'not_found', 404);
      await context.admin.expectRefusal('listMemories', { query: { collection: name } }, 'not_found', 404);
      await context.admin.expectRefusal('deleteCollection', { id }, 'not_found', 404);
      await context.admin.expectRefusal('updateCollection', { id, body: { name: newWord() } }, 'not_found', 404);
      check(!(await allCollections(context)).some((one) => one.id === id), 'the collection is still listed');
      equal((await context.collection(name)).memoryCount, 0, 'memoryCount of a new collection with the same name');
    },
  },
  {
    name: 'collections: pages are sorted by name, ignoring case',
    covers: ['collection.order', 'list.limit', 'list.last', 'list.cursor'],
    async run(context) {
      const word = newWord();
      for (const ending of ['B', 'a', 'D', 'c']) await context.collection(`${word} ${ending}`);
      for (const limit of [1, 3, 100]) {
        const names = (await allCollections(context, limit))
          .map(({ name }) => name)
          .filter((name) => name.startsWith(word));
        equal(
          names,
          ['a', 'B', 'c', 'D'].map((ending) => `${word} ${ending}`),
          `pages of ${limit}`,
        );
      }
    },
  },
  {
    name: 'collections: a reference that looks like an id is taken as an id, never as a name',
    covers: ['reference.id-form', 'reference.absent', 'collection.name'],
    async run(context) {
      const { id: existing } = await context.collection();
      const inside = await context.memory({ collection: existing });
      // A server may allow a name that looks like an id. A reference of that form still means an id.
      const misnamed = await context.admin.call('createCollection', { body: { name: existing } });
      check(
        misnamed.status === 201 || misnamed.status === 400,
        `a create with a name that looks like an id returned ${misnamed.status}`,
      );
      equal(
        (await context.admin.bodyOf('listMemories', { query: { collection: existing } })).memories,
        [inside],
        'by id',
      );
      const absent = `col_${'0'.repeat(26)}`;
      await context.admin.call('createCollection', { body: { name: absent } });
      await context.admin.expectRefusal('listMemories', { query: { collection: absent } }, 'not_found', 404);
      await context.admin.expectRefusal(
        'createMemory',
        { body: { content: 'x', collection: absent } },
        'not_found',
        404,
      );
    },
  },
];

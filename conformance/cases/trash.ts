import type { Case } from '../case.ts';
import { newWord } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import { checkShape } from '../shapes.ts';

export const trashCases: Case[] = [
  {
    name: 'trash: a deleted memory is only in the trash',
    covers: [
      'trash.delete',
      'trash.hidden',
      'trash.reached',
      'memory.extra-fields',
      'operation.deleteMemory',
      'extension.delete',
    ],
    async run(context) {
      const { id: collection } = await context.collection();
      const tag = newWord();
      const memory = await context.memory({ collection, tags: [tag] });
      const deleted = await context.admin.expectSuccess('deleteMemory', { id: memory.id });
      equal(deleted.body, undefined, 'body of 204');
      await checkEveryRow(
        [
          ['readMemory', {}],
          ['updateMemory', { body: { title: 'x' } }],
          ['updateMemory', { body: { title: 'x' }, headers: { 'if-match': '"1"' } }],
          ['deleteMemory', {}],
        ] as const,
        ([name]) => name,
        async ([name, input]) =>
          void (await context.admin.expectRefusal(name, { id: memory.id, ...input }, 'not_found', 404)),
      );
      equal((await context.admin.bodyOf('listMemories', { query: { collection } })).memories, [], 'listed');
      equal(
        (await context.admin.bodyOf('listMemories', { query: { collection, deleted: false } })).memories,
        [],
        'listed with deleted=false',
      );
      equal(
        (await context.admin.bodyOf('listCollectionMemories', { id: collection })).memories,
        [],
        'listed by collection',
      );
      equal(
        (await context.admin.bodyOf('searchMemories', { body: { query: memory.content } })).memories.filter(
          ({ id }) => id === memory.id,
        ),
        [],
        'found',
      );
      equal((await context.admin.bodyOf('listTags', { query: { prefix: tag } })).tags, [], 'tags');
      const { memories } = await context.admin.bodyOf('listMemories', { query: { collection, deleted: true } });
      const [trashed] = memories;
      checkShape('memory', trashed);
      check(trashed?.deletedAt !== undefined, 'no deletedAt in the trash');
      equal(
        [trashed.id, trashed.content, trashed.tags, trashed.collection],
        [memory.id, memory.content, [tag], collection],
        'the memory in the trash',
      );
      equal(
        (await context.admin.bodyOf('listCollectionMemories', { id: collection, query: { deleted: true } })).memories,
        memories,
        'the trash by collection',
      );
    },
  },
  {
    name: 'trash: restoring brings the memory back as it was',
    covers: ['trash.restore', 'trash.reached', 'operation.restoreMemory', 'extension.restore', 'memory.extra-fields'],
    async run(context) {
      const { id: collection } = await context.collection();
      const memory = await context.memory({ collection, tags: ['kept'], title: 'kept', url: 'https://example.org/' });
      await context.admin.expectSuccess('deleteMemory', { id: memory.id });
      const restored = await context.admin.bodyOf('restoreMemory', { id: memory.id });
      checkShape('memory', restored);
      equal(restored, { ...memory, version: restored.version, updatedAt: restored.updatedAt }, 'restored');
      equal(await context.admin.bodyOf('readMemory', { id: memory.id }), restored, 'read');
      equal((await context.admin.bodyOf('listMemories', { query: { collection } })).memories, [restored], 'listed');
      equal(
        (await context.admin.bodyOf('listMemories', { query: { collection, deleted: true } })).memories,
        [],
        'the trash',
      );
      const hits = (await context.admin.bodyOf('searchMemories', { body: { query: memory.content, mode: 'keyword' } }))
        .memories;
      equal(
        hits.map(({ id }) => id),
        [memory.id],
        'found',
      );
    },
  },
  {
    name: 'trash: a memory restored after its collection was deleted has no collection',
    covers: ['trash.restore', 'collection.delete'],
    async run(context) {
      const { id: collection } = await context.collection();
      const { id } = await context.memory({ collection });
      await context.admin.expectSuccess('deleteMemory', { id });
      await context.admin.expectSuccess('deleteCollection', { id: collection });
      equal((await context.admin.bodyOf('restoreMemory', { id })).collection, null, 'collection');
    },
  },
  {
    name: 'trash: permanent=true deletes for good, from the trash or directly',
    covers: ['trash.permanent', 'trash.reached'],
    async run(context) {
      const { id: collection } = await context.collection();
      const trashed = await context.memory({ collection });
      await context.admin.expectSuccess('deleteMemory', { id: trashed.id });
      const live = await context.memory({ collection });
      for (const { id } of [trashed, live]) {
        await context.admin.expectSuccess('deleteMemory', { id, query: { permanent: true } });
        for (const name of ['readMemory', 'restoreMemory', 'deleteMemory'] as const)
          await context.admin.expectRefusal(name, { id }, 'not_found', 404);
        await context.admin.expectRefusal('deleteMemory', { id, query: { permanent: true } }, 'not_found', 404);
      }
      equal(
        (await context.admin.bodyOf('listMemories', { query: { collection, deleted: true } })).memories,
        [],
        'the trash',
      );
      const hits = (await context.admin.bodyOf('searchMemories', { body: { query: live.content, mode: 'keyword' } }))
        .memories;
      equal(hits, [], 'found');
    },
  },
  {
    name: 'trash: permanent=false moves to the trash',
    covers: ['trash.delete', 'trash.restore', 'error.not_found'],
    async run(context) {
      const { id } = await context.memory();
      await context.admin.expectSuccess('deleteMemory', { id, query: { permanent: false } });
      await context.admin.expectRefusal('readMemory', { id }, 'not_found', 404);
      await context.admin.expectSuccess('restoreMemory', { id });
      equal((await context.admin.bodyOf('readMemory', { id })).deletedAt, undefined, 'deletedAt');
    },
  },
];

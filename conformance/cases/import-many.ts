import { limits } from '../../src/v1/limits.ts';
import type { ImportAnswer } from '../../src/v1/schemas/transfer.ts';
import type { Case } from '../case.ts';
import { newWord } from '../context.ts';
import { expectCost } from '../expect-cost.ts';
import { equal } from '../expect.ts';
import { importedMemory, newId } from '../imported-memory.ts';
import { checkShape } from '../shapes.ts';

const time = '2021-01-02T03:04:05.678Z';
const laterTime = '2022-01-02T03:04:05.678Z';
const outcomes = ({ memories }: ImportAnswer) => memories.map(({ outcome }) => outcome);

const newCollection = () => ({ id: newId('col'), name: newWord(), createdAt: time, updatedAt: laterTime });

export const importManyCases: Case[] = [
  {
    name: 'import: keeps ids, versions, times, collections and deletedAt, and changes nothing the second time',
    covers: [
      'import.many',
      'import.kept',
      'import.again',
      'import.cost',
      'operation.importMemories',
      'extension.import-many',
    ],
    async run(context) {
      const collection = newCollection();
      const live = importedMemory({
        tags: ['a', 'b'],
        collection: collection.id,
        url: 'https://example.org/',
        title: 'A title',
        capture: { kind: 'note', author: 'Anna' },
        version: 7,
        createdAt: time,
        updatedAt: laterTime,
        origin: { source: 'elsewhere', createdAt: time },
      });
      const trashed = importedMemory({ deletedAt: new Date().toISOString() });
      const body = { memories: [live, trashed], collections: [collection] };
      await expectCost(context, 1, 'the import', async () => {
        const answer = await context.admin.bodyOf('importMemories', { body });
        checkShape('importAnswer', answer);
        equal(outcomes(answer), ['created', 'created'], 'the outcomes');
        equal(answer.collections, [{ id: collection.id, outcome: 'created' }], 'the collections');
      });
      const { source: _, ...read } = await context.admin.bodyOf('readMemory', { id: live.id });
      equal(read, live, 'the memory');
      const { memories } = await context.admin.bodyOf('listMemories', { query: { deleted: true, limit: 100 } });
      equal(memories.find(({ id }) => id === trashed.id)?.deletedAt, trashed.deletedAt, 'deletedAt');
      await expectCost(context, 0, 'the same import', async () => {
        const again = await context.admin.bodyOf('importMemories', { body });
        equal(outcomes(again), ['unchanged', 'unchanged'], 'the outcomes of the same import');
        equal(again.collections, [{ id: collection.id, outcome: 'unchanged' }], 'the collections of the same import');
      });
    },
  },
  {
    name: 'import: the higher version stays, and the same version with other content is a conflict',
    covers: ['import.versions', 'import.many'],
    async run(context) {
      const first = importedMemory({ version: 2 });
      const send = (fields: object) =>
        context.admin.bodyOf('importMemories', { body: { memories: [{ ...first, ...fields }] } });
      await send({});
      equal(outcomes(await send({ version: 1, content: newWord() })), ['kept'], 'a lower version');
      const conflict = await send({ content: newWord() });
      equal(conflict.memories[0]?.outcome, 'conflict', 'other content');
      equal(typeof conflict.memories[0]?.reason, 'string', 'the reason');
      equal(outcomes(await send({ deletedAt: laterTime })), ['kept'], 'the same version in the trash');
      equal(
        outcomes(await send({ deletedAt: laterTime, later: true })),
        ['updated'],
        'the same version in the trash, with `later`',
      );
      equal(outcomes(await send({ version: 3, content: 'new' })), ['updated'], 'a higher version');
      equal((await context.admin.bodyOf('readMemory', { id: first.id })).content, 'new', 'the content');
    },
  },
  {
    name: 'import: refuses a memory whose collection is unknown and a collection whose name is taken; imports the rest',
    covers: ['import.many'],
    async run(context) {
      const { name } = await context.collection();
      const memories = [importedMemory({ collection: newId('col') }), importedMemory()];
      const answer = await context.admin.bodyOf('importMemories', {
        body: { memories, collections: [{ ...newCollection(), name }] },
      });
      checkShape('importAnswer', answer);
      equal(outcomes(answer), ['refused', 'created'], 'the memories');
      equal(answer.collections[0]?.outcome, 'conflict', 'the collection');
    },
  },
  {
    name: 'import: a dry run returns the outcomes and changes nothing',
    covers: ['import.dry-run'],
    async run(context) {
      const memory = importedMemory();
      const body = { memories: [memory], collections: [newCollection()], dryRun: true };
      await expectCost(context, 0, 'the dry run', async () => {
        const answer = await context.admin.bodyOf('importMemories', { body });
        equal([...outcomes(answer), answer.collections[0]?.outcome], ['created', 'created'], 'the outcomes');
      });
      await context.admin.expectRefusal('readMemory', { id: memory.id }, 'not_found', 404);
    },
  },
  {
    name: 'import: takes 500 memories and 1 MiB',
    covers: ['import.many', 'body.size'],
    async run(context) {
      const empty = Array.from({ length: limits.importRows }, () => importedMemory({ content: '' }));
      // Makes the body exactly as long as allowed.
      const contentBytes = limits.importBodyBytes - JSON.stringify({ memories: empty, dryRun: true }).length;
      const bytesEach = Math.floor(contentBytes / empty.length);
      const memories = empty.map((memory, position) => ({
        ...memory,
        content: 'x'.repeat(position === 0 ? contentBytes - bytesEach * (empty.length - 1) : bytesEach),
      }));
      const answer = await context.admin.bodyOf('importMemories', { body: { memories, dryRun: true } });
      equal([...new Set(outcomes(answer))], ['created'], 'the outcomes');
    },
  },
  {
    name: 'import: sets source to import:<token name>, and puts the given source into origin',
    covers: ['import.source'],
    async run(context) {
      const { name, token } = await context.createToken({ scopes: ['memories:import', 'memories:read'] });
      const session = context.session(token);
      const memory = importedMemory({ source: 'popup' });
      const send = () => session.bodyOf('importMemories', { body: { memories: [memory] } });
      equal(outcomes(await send()), ['created'], 'the outcome');
      const read = await session.bodyOf('readMemory', { id: memory.id });
      equal(read.source, `import:${name}`, 'the source');
      equal(read.origin, { source: 'popup', createdAt: memory.createdAt }, 'the origin');
      equal(outcomes(await send()), ['unchanged'], 'the outcome of the same import');
    },
  },
  {
    name: 'import: with memories:import alone, a token changes only what it imported, and creates no collection',
    covers: ['import.rights', 'scope.memories:import'],
    async run(context) {
      const session = await context.sessionWith({ scopes: ['memories:import'] });
      const { id } = await context.memory();
      const collection = newCollection();
      const mine = importedMemory();
      const send = (memories: object[], collections: object[] = []) =>
        session.bodyOf('importMemories', { body: { memories, collections } });
      equal(outcomes(await send([importedMemory({ id, version: 9 })])), ['refused'], 'a memory that it did not import');
      equal((await send([], [collection])).collections[0]?.outcome, 'refused', 'a collection');
      equal(outcomes(await send([mine])), ['created'], 'its own import');
      equal(outcomes(await send([{ ...mine, version: 2, content: 'new' }])), ['updated'], 'its own import, changed');
      const seen = await context.collection();
      const limited = await context.sessionWith({
        scopes: ['memories:import', 'memories:write'],
        collections: [seen.id],
      });
      const answer = await limited.bodyOf('importMemories', {
        body: {
          memories: [
            importedMemory(),
            importedMemory({ collection: seen.id }),
            importedMemory({ id, version: 9, collection: seen.id }),
          ],
        },
      });
      equal(outcomes(answer), ['refused', 'created', 'refused'], 'a limited token');
    },
  },
  {
    name: 'import: an undo erases only memories that the token imported and that are unchanged',
    covers: ['import.undo', 'operation.undoImport', 'extension.import-many'],
    async run(context) {
      const session = await context.sessionWith({ scopes: ['memories:import', 'memories:write', 'memories:read'] });
      const [unchanged, edited] = [importedMemory(), importedMemory()];
      const other = await context.memory();
      await session.bodyOf('importMemories', { body: { memories: [unchanged, edited] } });
      await session.expectSuccess('updateMemory', { id: edited.id, body: { title: 'Edited' } });
      const memories = [unchanged, edited, other].map(({ id }) => ({ id, version: 1 }));
      const answer = await session.bodyOf('undoImport', { body: { memories } });
      checkShape('undoAnswer', answer);
      equal(
        answer.memories.map(({ outcome }) => outcome),
        ['erased', 'changed', 'absent'],
        'the outcomes',
      );
      await session.expectRefusal('readMemory', { id: unchanged.id }, 'not_found', 404);
      await session.expectSuccess('readMemory', { id: edited.id });
      await session.expectSuccess('readMemory', { id: other.id });
    },
  },
];

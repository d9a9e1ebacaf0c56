import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal } from '../expect.ts';
import { checkMemory, expectAnyRefusal, expectAnySuccess } from '../plain.ts';

/** A wait after which `updatedAt` is later, even on a server that stores times in whole seconds. */
const overSecondMs = 1_100;

const absent = 'mem_01hzzzzzzzzzzzzzzzzzzzzzzz';

/** The largest accepted difference between the server's clock and ours. */
const clockToleranceMs = 10 * 60_000;

async function read(context: Context, id: string) {
  return checkMemory((await expectAnySuccess(context.admin, 'readMemory', { id })).body);
}

/** The most important cases come first. */
export const sourceCases: Case[] = [
  {
    name: 'source: a memory is created and read back unchanged',
    covers: [
      'source.create',
      'source.read',
      'source.memory',
      'source.version',
      'source.json',
      'operation.createMemory',
      'operation.readMemory',
    ],
    plain: true,
    spends: { own: 0, fixtures: 1 },
    async run(context) {
      const memory = await context.fixtures.outside();
      equal(
        [memory.content.trim(), memory.tags],
        [context.fixtures.contentOutside.trim(), [context.fixtures.tag, 'two words']],
        'what was sent',
      );
      check(
        Math.abs(Date.parse(memory.createdAt) - context.now()) < clockToleranceMs,
        `createdAt is ${memory.createdAt}, now is ${new Date(context.now()).toISOString()}`,
      );
      equal(await read(context, memory.id), memory, 'what is read');
    },
  },
  {
    name: 'source: PATCH changes the given fields and no others',
    covers: ['source.update', 'source.memory', 'operation.updateMemory'],
    plain: true,
    spends: { own: 3 },
    async run(context) {
      const before = await context.fixtures.create({ content: `${newWord()} before`, tags: ['before', 'kept'] });
      await context.wait(overSecondMs);
      const change = async (body: object, expected: object) => {
        const { id, content, source, tags, createdAt, updatedAt } = checkMemory(
          (await expectAnySuccess(context.admin, 'updateMemory', { id: before.id, body })).body,
        );
        equal(
          { id, content, source, tags, createdAt },
          {
            id: before.id,
            content: before.content,
            source: before.source,
            tags: before.tags,
            createdAt: before.createdAt,
            ...expected,
          },
          `a memory after PATCH with ${Object.keys(body).join()}`,
        );
        check(
          Date.parse(updatedAt) > Date.parse(before.updatedAt),
          `updatedAt was ${before.updatedAt} and is ${updatedAt} after a change`,
        );
        const { updatedAt: _, ...after } = await read(context, before.id);
        equal({ content: after.content, tags: after.tags }, { content, tags }, 'the memory, read afterwards');
      };
      const content = `${newWord()} after`;
      await change({ content }, { content });
      await change({ tags: ['after'] }, { content, tags: ['after'] });
    },
  },
  {
    name: 'source: every request needs a valid token',
    covers: ['source.bearer', 'source.error'],
    plain: true,
    spends: { own: 0, fixtures: 1 },
    async run(context) {
      const { id } = await context.fixtures.outside();
      const sessions = [
        context.session(newWord()),
        ...(context.host.source === null ? [context.session(undefined)] : []),
      ];
      for (const session of sessions) {
        const who = session.token === undefined ? 'without a token' : 'with an unknown token';
        expectAnyRefusal(`listMemories ${who}`, await session.call('listMemories'));
        expectAnyRefusal(`readMemory ${who}`, await session.call('readMemory', { id }));
        expectAnyRefusal(`createMemory ${who}`, await session.call('createMemory', { body: { content: newWord() } }));
      }
    },
  },
  {
    name: 'source: refuses an unknown id with the standard error body',
    covers: ['source.error', 'source.read', 'source.update'],
    plain: true,
    spends: { own: 0 },
    async run(context) {
      expectAnyRefusal('readMemory of an unknown id', await context.admin.call('readMemory', { id: absent }));
      expectAnyRefusal(
        'updateMemory of an unknown id',
        await context.admin.call('updateMemory', { id: absent, body: { content: newWord() } }),
      );
      expectAnyRefusal(
        'listCollectionMemories of an unknown id',
        await context.admin.call('listCollectionMemories', { id: 'col_01hzzzzzzzzzzzzzzzzzzzzzzz' }),
      );
    },
  },
  {
    name: 'source: refuses a request body that isn’t JSON, with the standard error body',
    covers: ['source.error', 'source.json'],
    plain: true,
    spends: { own: 0 },
    async run(context) {
      for (const body of ['{"content":', 'content']) {
        expectAnyRefusal(
          `createMemory with the body ${body}`,
          await context.admin.send({
            method: 'POST',
            path: '/v1/memories',
            headers: { 'content-type': 'application/json' },
            body,
          }),
        );
      }
    },
  },
];

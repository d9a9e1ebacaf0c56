import type { OperationName } from '../../src/v1/operations.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { expectCost } from '../expect-cost.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import type { Input } from '../session.ts';
import type { Answer } from '../wire.ts';

const keyHeader = (key: string) => ({ 'idempotency-key': key });
const replayedHeader = ({ headers }: Answer) => headers['idempotency-replayed'];

/** Requests of POST operations that write. Excludes importMemories, undoImport, createTokenSecret and batch. */
const posts: [OperationName, (context: Context) => Promise<Input>][] = [
  ['createMemory', async () => ({ body: { content: newWord(), tags: ['a', 'b'] } })],
  ['createCollection', async () => ({ body: { name: newWord() } })],
  ['createToken', async () => ({ body: { name: newWord(), scopes: ['memories:read'] } })],
  [
    'restoreMemory',
    async (context) => {
      const { id } = await context.memory();
      await context.admin.expectSuccess('deleteMemory', { id });
      return { id };
    },
  ],
];

async function memoriesIn(context: Context, collection: string): Promise<number> {
  return (await context.admin.bodyOf('listMemories', { query: { collection, limit: 100 } })).memories.length;
}

export const idempotencyCases: Case[] = [
  {
    name: 'idempotency: a repeated request returns the first answer and runs once',
    covers: ['idempotency.replay', 'extension.idempotency-key'],
    async run(context) {
      await checkEveryRow(
        posts,
        ([name]) => name,
        async ([name, request]) => {
          const input = { ...(await request(context)), headers: keyHeader(newWord()) };
          const first = await context.admin.expectSuccess(name, input);
          equal(replayedHeader(first), undefined, 'Idempotency-Replayed of the first answer');
          const { memories } = await context.admin.bodyOf('readUsage');
          await expectCost(context, 0, 'the replay', async () => {
            const second = await context.admin.expectSuccess(name, input);
            equal(replayedHeader(second), 'true', 'Idempotency-Replayed of the second answer');
            equal(
              [second.headers['location'], second.headers['etag']],
              [first.headers['location'], first.headers['etag']],
              'Location and ETag',
            );
            if (name !== 'createToken') equal(second.text, first.text, 'the body');
          });
          equal((await context.admin.bodyOf('readUsage')).memories, memories, 'memories');
        },
      );
    },
  },
  {
    name: 'idempotency: the replay of createToken has no secret',
    covers: ['idempotency.secret', 'token.secret-once'],
    async run(context) {
      const input = { body: { name: newWord(), scopes: ['memories:read'] }, headers: keyHeader(newWord()) };
      const { token: secret, ...token } = await context.admin.bodyOf('createToken', input);
      check(secret !== undefined, 'no secret in the first answer');
      const again = await context.admin.expectSuccess('createToken', input);
      equal(again.body, token, 'the replay');
      check(!again.text.includes('cpk_'), 'the replay contains a secret');
    },
  },
  {
    name: 'idempotency: a repeated create returns the first answer even after the memory is changed or trashed',
    covers: ['idempotency.replay'],
    async run(context) {
      const input = { body: { content: newWord() }, headers: keyHeader(newWord()) };
      const first = await context.admin.bodyOf('createMemory', input);
      await context.admin.expectSuccess('updateMemory', { id: first.id, body: { title: 'changed' } });
      equal(await context.admin.bodyOf('createMemory', input), first, 'after a change');
      await context.admin.expectSuccess('deleteMemory', { id: first.id });
      equal(await context.admin.bodyOf('createMemory', input), first, 'in the trash');
    },
  },
  {
    name: 'idempotency: replays of a create or restore are 404 once the memory is deleted for good',
    covers: ['idempotency.erased', 'trash.permanent', 'idempotency.conflict'],
    async run(context) {
      const input = { body: { content: newWord() }, headers: keyHeader(newWord()) };
      const { id } = await context.admin.bodyOf('createMemory', input);
      await context.admin.expectSuccess('deleteMemory', { id });
      const restoring = { id, headers: keyHeader(newWord()) };
      await context.admin.expectSuccess('restoreMemory', restoring);
      await context.admin.expectSuccess('deleteMemory', { id, query: { permanent: true } });
      const absent = await context.admin.call('readMemory', { id });
      for (const again of [
        await context.admin.call('createMemory', input),
        await context.admin.call('restoreMemory', restoring),
      ]) {
        equal([again.status, again.text], [404, absent.text], 'the replay');
      }
      await context.admin.expectRefusal('createMemory', { ...input, body: { content: newWord() } }, 'conflict', 409);
      equal(
        (await context.admin.bodyOf('searchMemories', { body: { query: input.body.content, mode: 'keyword' } }))
          .memories,
        [],
        'memories found with the deleted content',
      );
    },
  },
  {
    name: 'idempotency: bodies are compared as parsed JSON; another body with the same key is 409',
    covers: ['idempotency.conflict', 'error.conflict'],
    async run(context) {
      const { id: collection } = await context.collection();
      const content = newWord();
      const headers = { ...keyHeader(newWord()), 'content-type': 'application/json' };
      const post = (body: string) => context.admin.send({ method: 'POST', path: '/v1/memories', headers, body });
      const first = await post(JSON.stringify({ content, collection }));
      equal(first.status, 201, 'status');
      const escaped = `\\u${content.charCodeAt(0).toString(16).padStart(4, '0')}${content.slice(1)}`;
      for (const same of [
        JSON.stringify({ collection, content }, null, 2),
        ` {"content":"${escaped}","collection":"${collection}"}\n`,
      ]) {
        const again = await post(same);
        equal(
          [again.status, replayedHeader(again), again.text],
          [201, 'true', first.text],
          'the same body with other formatting',
        );
      }
      await checkEveryRow(
        [
          { content: newWord(), collection },
          { content },
          { content, collection, tags: [] },
          { content, collection, title: 'x' },
        ],
        (body) => JSON.stringify(body),
        async (body) => {
          await context.admin.expectRefusal('createMemory', { body, headers }, 'conflict', 409);
        },
      );
      equal(await memoriesIn(context, collection), 1, 'memories');
    },
  },
  {
    name: 'idempotency: restoring another memory with a used key is not a replay',
    covers: ['idempotency.conflict', 'idempotency.bound'],
    async run(context) {
      const [one, two] = [await context.memory(), await context.memory()];
      for (const { id } of [one, two]) await context.admin.expectSuccess('deleteMemory', { id });
      const headers = keyHeader(newWord());
      await context.admin.expectSuccess('restoreMemory', { id: one.id, headers });
      const other = await context.admin.call('restoreMemory', { id: two.id, headers });
      check(
        other.status === 409 || (other.status === 200 && (other.body as { id: string }).id === two.id),
        `returned ${other.status} ${other.text}`,
      );
    },
  },
  {
    name: 'idempotency: a key belongs to its token and its operation',
    covers: ['idempotency.bound'],
    async run(context) {
      const { id: collection, name } = await context.collection();
      const headers = keyHeader(newWord());
      const body = { content: newWord(), collection };
      const first = await context.admin.bodyOf('createMemory', { body, headers });
      const other = await context.sessionWith({});
      const second = await other.expectSuccess('createMemory', { body, headers });
      equal(
        [replayedHeader(second), (second.body as { id: string }).id === first.id],
        [undefined, false],
        'another token, the same key',
      );
      const limited = await context.sessionWith({ collections: [collection] });
      equal(
        replayedHeader(await limited.expectSuccess('createMemory', { body, headers })),
        undefined,
        'a limited token, the same key',
      );
      const created = await context.admin.expectSuccess('createCollection', { body: { name: `${name} 2` }, headers });
      equal(replayedHeader(created), undefined, 'another operation, the same key');
      equal(await memoriesIn(context, collection), 3, 'memories');
    },
  },
  {
    name: 'idempotency: of several concurrent requests with the same key, exactly one runs',
    covers: ['idempotency.running'],
    async run(context) {
      const { id: collection } = await context.collection();
      const input = { body: { content: newWord(), collection }, headers: keyHeader(newWord()) };
      const answers = await Promise.all([1, 2, 3, 4].map(() => context.admin.call('createMemory', input)));
      const ids = new Set(
        answers.filter(({ status }) => status === 201).map(({ body }) => (body as { id: string }).id),
      );
      equal(ids.size, 1, 'different memories returned');
      check(
        answers.every(({ status }) => status === 201 || status === 409),
        `returned ${answers.map(({ status }) => status).join()}`,
      );
      equal(await memoriesIn(context, collection), 1, 'memories');
    },
  },
  {
    name: 'idempotency: a refused request doesn’t use up its key',
    covers: ['idempotency.key', 'error.invalid_request'],
    spends: { own: 1 },
    async run(context) {
      const headers = keyHeader(newWord());
      await context.admin.expectRefusal('createMemory', { body: { content: '' }, headers }, 'invalid_request', 400);
      const done = await context.admin.expectSuccess('createMemory', { body: { content: newWord() }, headers });
      equal(replayedHeader(done), undefined, 'Idempotency-Replayed');
    },
  },
  {
    name: 'idempotency: a key has 1 to 255 characters',
    covers: ['idempotency.key'],
    async run(context) {
      const { id: collection } = await context.collection();
      const body = { content: newWord(), collection };
      for (const key of ['', 'k'.repeat(256)])
        await context.admin.expectRefusal('createMemory', { body, headers: keyHeader(key) }, 'invalid_request', 400);
      equal(await memoriesIn(context, collection), 0, 'memories');
      // Keys are valid for a week, and an earlier run may have used these with the host's token. So this token is new.
      const fresh = await context.sessionWith({ scopes: ['memories:write'] });
      for (const key of ['k'.repeat(255), 'with spaces, "signs" & /slashes/', '1'])
        await fresh.expectSuccess('createMemory', { body, headers: keyHeader(key) });
    },
  },
];

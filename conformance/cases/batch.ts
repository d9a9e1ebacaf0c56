import type { BatchResponse } from '../../src/v1/schemas/batch.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { expectCost } from '../expect-cost.ts';
import { check, equal } from '../expect.ts';
import { refusalOf, type Session } from '../session.ts';
import { checkShape, refusalIn } from '../shapes.ts';
import type { Answer } from '../wire.ts';

interface BatchPart {
  method: string;
  path: string;
  idempotencyKey?: string;
  ifMatch?: string;
  body?: object;
}

const createRequest = (body: object = {}): BatchPart => ({
  method: 'POST',
  path: '/v1/memories',
  body: { content: newWord(), ...body },
});

async function send(session: Session, requests: BatchPart[]): Promise<BatchResponse[]> {
  const answer = await session.expectSuccess('batch', { body: { requests } });
  const { responses } = answer.body as { responses: BatchResponse[] };
  equal(responses.length, requests.length, 'responses');
  for (const { status, body } of responses)
    session.requireAllowed('batch', { ...answer, status, body, text: JSON.stringify(body) });
  return responses;
}

/** Sends a write alone instead of in a batch. Returns its response in the form of a batch's responses. */
async function sendAlone(session: Session, { method, path, ifMatch, body }: BatchPart): Promise<BatchResponse> {
  const answer = await session.send({
    method,
    path,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(ifMatch && { 'if-match': ifMatch }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  session.requireAllowed('batch', answer);
  const { etag, location } = answer.headers;
  return {
    status: answer.status,
    ...(etag !== undefined && { etag }),
    ...(location !== undefined && { location }),
    ...(answer.text !== '' && { body: answer.body as Record<string, unknown> }),
  };
}

const unique = ['id', 'name', 'content', 'collection', 'createdAt', 'updatedAt', 'location'];
/** The responses, with types in place of the values that differ between two equal requests. */
const withoutUnique = (responses: BatchResponse[]): unknown =>
  JSON.parse(JSON.stringify(responses, (key, value: unknown) => (unique.includes(key) ? typeof value : value)));

const statuses = (responses: BatchResponse[]) => responses.map(({ status }) => status);
const outcomes = (responses: BatchResponse[]) =>
  responses.map(({ status, body }) => (status < 400 ? status : refusalIn(body).code));
const idIn = ({ body }: BatchResponse) => String(body?.['id']);
const remaining = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining']);

async function contentsIn(context: Context, collection: string): Promise<string[]> {
  const { memories } = await context.admin.bodyOf('listMemories', { query: { collection, limit: 100 } });
  return memories.map(({ content }) => content).reverse();
}

export const batchCases: Case[] = [
  {
    name: 'batch: runs the writes in order, and returns the same responses as for single requests',
    covers: ['batch.alone', 'operation.batch', 'extension.batch'],
    async run(context) {
      const { admin } = context;
      const [memory, other] = [await context.memory(), await context.memory()];
      const writesOn = ({ id }: { id: string }): BatchPart[] => {
        const name = newWord();
        const path = `/v1/memories/${id}`;
        return [
          { method: 'POST', path: '/v1/collections', body: { name } },
          createRequest({ collection: name }),
          { method: 'PATCH', path, ifMatch: '"1"', body: { title: 'A title' } },
          { method: 'DELETE', path },
          { method: 'POST', path: `${path}/restore` },
          { method: 'PATCH', path, ifMatch: '"9"', body: { title: 'x' } },
        ];
      };
      const responses = await send(admin, writesOn(memory));
      equal(statuses(responses), [201, 201, 200, 204, 200, 412], 'statuses');
      const alone: BatchResponse[] = [];
      for (const write of writesOn(other)) alone.push(await sendAlone(admin, write));
      equal(withoutUnique(responses), withoutUnique(alone), 'the responses to single requests');
      const [collection, created, changed, deleted, restored] = responses;
      checkShape('collection', collection!.body);
      checkShape('memory', created!.body);
      equal(created!.body!['collection'], idIn(collection!), 'the collection that the previous request created');
      equal([created!.etag, created!.location], ['"1"', `/v1/memories/${idIn(created!)}`], 'ETag and Location');
      equal([changed!.etag, changed!.body!['title']], ['"2"', 'A title'], 'the change');
      equal(deleted, { status: 204 }, 'the deletion');
      equal(restored!.body, await admin.bodyOf('readMemory', { id: memory.id }), 'the restored memory');
    },
  },
  {
    name: 'batch: a refused request doesn’t stop the others',
    covers: ['batch.apart'],
    async run(context) {
      const { id: collection } = await context.collection();
      const { id } = await context.memory();
      const [first, last] = [createRequest({ collection }), createRequest({ collection })];
      const responses = await send(context.admin, [
        first,
        { method: 'POST', path: '/v1/memories', body: { content: 7 } },
        { method: 'POST', path: '/v1/memories' },
        createRequest({ collection: newWord() }),
        { method: 'PATCH', path: `/v1/memories/${id}`, ifMatch: '"9"', body: { title: 'x' } },
        { method: 'DELETE', path: '/v1/memories/x' },
        { method: 'DELETE', path: '/v1/memories' },
        { method: 'POST', path: '/v1/nothing', body: {} },
        { method: 'POST', path: '/v1/memories/%zz/restore' },
        last,
      ]);
      equal(
        outcomes(responses),
        [
          201,
          'invalid_request',
          'invalid_request',
          'not_found',
          'precondition_failed',
          'not_found',
          'method_not_allowed',
          'not_found',
          'invalid_request',
          201,
        ],
        'results',
      );
      equal(
        await contentsIn(context, collection),
        [first, last].map(({ body }) => (body as { content: string }).content),
        'what was saved',
      );
    },
  },
  {
    name: 'batch: a write with a deeply nested body gets 400, and the other writes are carried out',
    covers: ['batch.apart', 'extension.batch'],
    async run(context) {
      const { id: collection } = await context.collection();
      const [first, last] = [createRequest({ collection }), createRequest({ collection })];
      // JSON.stringify can't write that many levels.
      const nested = '['.repeat(100_000) + ']'.repeat(100_000);
      const deep = `{"method":"POST","path":"/v1/memories","body":{"content":"x","tags":${nested}}}`;
      const answer = await context.admin.send({
        method: 'POST',
        path: '/v1/batch',
        headers: { 'content-type': 'application/json' },
        body: `{"requests":[${JSON.stringify(first)},${deep},${JSON.stringify(last)}]}`,
      });
      equal(answer.status, 200, 'the batch');
      equal(
        outcomes((answer.body as { responses: BatchResponse[] }).responses),
        [201, 'invalid_request', 201],
        'results',
      );
    },
  },
  {
    name: 'batch: takes 100 requests',
    covers: ['batch.alone'],
    async run(context) {
      const requests = Array.from({ length: 100 }, (): BatchPart => ({ method: 'DELETE', path: '/v1/memories/x' }));
      equal([...new Set(statuses(await send(context.admin, requests)))], [404], 'statuses');
    },
  },
  {
    name: 'batch: refuses searches, imports, token operations and nested batches',
    covers: ['batch.writes'],
    async run(context) {
      const { id: token } = await context.createToken({ scopes: ['memories:read'] });
      const { id } = await context.memory();
      const content = newWord();
      const responses = await send(context.admin, [
        { method: 'POST', path: '/v1/memories/search', body: { query: 'x' } },
        { method: 'POST', path: '/v1/memories/import', body: { memories: [] } },
        { method: 'POST', path: '/v1/tokens', body: { name: newWord(), scopes: ['memories:read'] } },
        { method: 'DELETE', path: `/v1/tokens/${token}` },
        { method: 'POST', path: '/v1/batch', body: { requests: [createRequest({ content })] } },
        { method: 'POST', path: `/v1/memories/${id}/../../batch`, body: { requests: [createRequest({ content })] } },
      ]);
      equal([...new Set(outcomes(responses))], ['invalid_request'], 'results');
      const { memories } = await context.admin.bodyOf('searchMemories', { body: { query: content, mode: 'keyword' } });
      equal(memories, [], 'what a batch in a batch saved');
      await context.admin.expectSuccess('updateToken', { id: token, body: { paused: true } });
    },
  },
  {
    name: 'batch: each request needs the scope of its operation',
    covers: ['batch.rights', 'token.scope-missing', 'limited.sees'],
    async run(context) {
      const { id } = await context.memory();
      const requests = [
        createRequest(),
        { method: 'POST', path: '/v1/collections', body: { name: newWord() } },
        { method: 'DELETE', path: `/v1/memories/${id}` },
      ];
      const results = async (fields: Parameters<Context['sessionWith']>[0]) =>
        outcomes(await send(await context.sessionWith(fields), requests));
      equal(await results({ scopes: ['memories:read'] }), ['forbidden', 'forbidden', 'forbidden'], 'memories:read');
      const { id: collection } = await context.collection();
      const limited = { scopes: ['memories:write' as const], collections: [collection] };
      equal(await results(limited), [201, 'forbidden', 'not_found'], 'limited to a collection');
      equal(await results({ scopes: ['collections:write'] }), ['forbidden', 201, 'forbidden'], 'collections:write');
      equal(await results({ scopes: ['memories:write'] }), [201, 'forbidden', 204], 'memories:write');
    },
  },
  {
    name: 'batch: a retry with the same idempotency keys returns the first responses and saves nothing twice',
    covers: ['batch.keys', 'idempotency.replay'],
    async run(context) {
      const { id: collection } = await context.collection();
      const requests = Array.from({ length: 3 }, () => ({
        ...createRequest({ collection }),
        idempotencyKey: newWord(),
      }));
      const alone = await context.admin.expectSuccess('createMemory', {
        body: requests[0]!.body,
        headers: { 'idempotency-key': requests[0]!.idempotencyKey },
      });
      const first = await send(context.admin, requests);
      equal(
        first.map(({ replayed }) => replayed),
        [true, undefined, undefined],
        'replayed',
      );
      equal(first[0]!.body, alone.body, 'the response to the same key alone');
      await expectCost(context, 0, 'the batch again', async () => {
        const again = await send(context.admin, requests);
        equal(
          again.map((response) => ({ ...response, replayed: true })),
          again,
          'the replays',
        );
        equal(again.map(idIn), first.map(idIn), 'memories');
      });
      equal((await contentsIn(context, collection)).length, 3, 'memories in the collection');
      const other = await send(context.admin, [{ ...requests[1]!, body: { content: newWord() } }]);
      equal(outcomes(other), ['conflict'], 'another body');
      const key = { 'idempotency-key': newWord() };
      const refused = await context.admin.call('batch', { body: { requests }, headers: key });
      refusalOf(refused, 'invalid_request', 400);
    },
  },
  {
    name: 'batch: counts against the rate limit as one request plus one per write; each save costs one transaction',
    covers: ['batch.rate', 'rate.status'],
    async run(context) {
      await expectCost(context, 2, 'a batch with two saves', () =>
        send(context.admin, [createRequest(), { ...createRequest(), body: {} }, createRequest()]),
      );
      const session = await context.sessionWith({ rateLimit: { requests: 4, seconds: 86_400 } });
      const body = { requests: [createRequest(), createRequest()] };
      const first = await session.expectSuccess('batch', { body });
      equal(remaining(first), 1, 'X-RateLimit-Remaining');
      const second = await session.expectSuccess('batch', { body });
      equal(remaining(second), 0, 'X-RateLimit-Remaining');
      const { responses } = second.body as { responses: BatchResponse[] };
      equal(outcomes(responses), ['rate_limited', 'rate_limited'], 'results over the limit');
      check(Number(refusalIn(responses[0]!.body).retryAfter) > 0, 'no retryAfter');
      refusalOf(await session.call('batch', { body }), 'rate_limited', 429);
    },
  },
  {
    name: 'batch: a malformed or too large batch runs none of its writes',
    covers: ['batch.shape', 'body.size'],
    async run(context) {
      const { id: collection } = await context.collection();
      const good = createRequest({ collection });
      for (const requests of [[good, { ...good, method: 'GET' }], [good, { ...good, body: 7 }], []])
        await context.admin.expectRefusal('batch', { body: { requests } }, 'invalid_request', 400);
      const large = createRequest({ content: 'x'.repeat(60_000), collection });
      const requests = [large, large, large, large, large];
      await context.admin.expectRefusal('batch', { body: { requests } }, 'payload_too_large', 413);
      equal(await contentsIn(context, collection), [], 'what was saved');
    },
  },
];

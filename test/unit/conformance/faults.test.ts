import { describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { ResponseEnvelope } from '../../../src/v1/envelope.ts';
import { limits } from '../../../src/v1/limits.ts';
import { catalogue } from '../../../conformance/catalogue.ts';
import { everyResponseName, type CaseResult } from '../../../conformance/results.ts';
import { runCatalogue } from '../../../conformance/run-catalogue.ts';
import { standInMeaning, standInModel } from '../../support/stand-in-model.ts';
import { inProcessHost } from './host.ts';
import { searchFaults } from './search-faults.ts';
import {
  isSuccessfulPost,
  onPath,
  spoilAnswer,
  spoilAnswerBody,
  spoilBody,
  spoilRequest,
  without,
  withoutHeader,
  type Body,
  type Fault,
  type FaultyServer,
} from './spoil.ts';
import { tokenFaults } from './token-faults.ts';

const withSource = (answer: ResponseEnvelope, source: string) => ({
  ...answer,
  body: JSON.stringify({ ...JSON.parse(answer.body ?? ''), source }),
});

const faults: FaultyServer[] = [
  [
    'omits a rate header from errors',
    'order: the token is checked first',
    'header x-ratelimit-reset is undefined',
    spoilAnswer(
      (_, { status }) => status >= 400,
      (answer) => ({ ...answer, headers: without(answer.headers, 'x-ratelimit-reset') }),
    ),
    everyResponseName('source.rate-headers'),
  ],
  [
    'omits Memory-Extensions',
    'source: a memory is created and read back unchanged',
    'Memory-Extensions is undefined',
    spoilAnswer(
      () => true,
      (answer) => ({ ...answer, headers: without(answer.headers, 'memory-extensions') }),
    ),
    everyResponseName('extensions'),
  ],
  [
    'returns 429 without retryAfter',
    'rate limit: a request over the limit is 429 and says how long to wait',
    'retryAfter is undefined',
    spoilAnswerBody(
      (_, { status }) => status === 429,
      ({ error: { retryAfter: _, ...error } }) => ({ error }),
    ),
  ],
  [
    'leaks a field of the store',
    'memories: a create returns exactly the fields of a memory',
    'unknown field seq',
    spoilAnswerBody(isSuccessfulPost(/^\/v1\/memories$/), (body) => ({ ...body, seq: 1 })),
  ],
  [
    'takes the source from a header',
    'memories: the source names the token or extension page that wrote the memory, and no request can forge it',
    'source with headers that claim another',
    (right) => async (request) => {
      const [answer, source] = [await right(request), request.headers['x-source']];
      return source !== undefined && isSuccessfulPost(/^\/v1\/memories$/)(request, answer)
        ? withSource(answer, source)
        : answer;
    },
  ],
  [
    'takes the source from the body',
    'memories: the source names the token or extension page that wrote the memory, and no request can forge it',
    'createMemory returned 201',
    (right) => async (request) => {
      if (request.method !== 'POST' || request.path !== '/v1/memories') return right(request);
      const { source, ...body }: Body = JSON.parse(request.body ?? '');
      const answer = await right({ ...request, body: JSON.stringify(body) });
      return source === undefined ? answer : withSource(answer, source);
    },
  ],
  [
    'lower-cases tags',
    'memories: a tag given in several spellings is stored once, in the first spelling and position',
    'tags: expected ["Home"',
    spoilBody(/memories$/, (body) => ({
      ...body,
      ...(body.tags && { tags: body.tags.map((tag: string) => tag.toLowerCase()) }),
    })),
  ],
  [
    'ignores If-Match',
    'preconditions: If-Match of another version is 412 and changes nothing',
    'updateMemory returned 200',
    withoutHeader('if-match'),
  ],
  [
    'ignores Idempotency-Key',
    'idempotency: a repeated request returns the first answer and runs once',
    'createMemory: Idempotency-Replayed of the second answer',
    withoutHeader('idempotency-key'),
  ],
  [
    'drops unknown keys silently',
    'bad input: createMemory refuses invalid bodies',
    'the key "unknown": the request returned 201',
    spoilBody(/memories$/, ({ unknown: _, ...body }) => body),
  ],
  [
    'ignores unknown parameters',
    'bad input: listTags refuses invalid parameters',
    'unknown=1: the request returned 200',
    spoilRequest((request) => ({ ...request, path: request.path.replace('?unknown=1', '') })),
  ],
  [
    'stores refused requests',
    'bad input: createMemory refuses invalid bodies',
    'what is stored: expected',
    (right) => async (request) => {
      const answer = await right(request);
      if (answer.status === 400)
        await right({
          ...request,
          headers: { ...request.headers, 'content-type': 'application/json' },
          body: '{"content":"junk"}',
        });
      return answer;
    },
  ],
  [
    'accepts a body over the limit',
    'limits: a body of 256 KiB is accepted, one byte more is 413',
    'a byte more: expected 413, got 201',
    spoilRequest((request) => ({ ...request, ...(request.body !== undefined && { body: request.body.trimEnd() }) })),
  ],
  [
    'returns 10 memories a page by default',
    'listing: newest first by (createdAt, id), 20 a page by default',
    'first page: expected',
    spoilRequest((request) => ({
      ...request,
      path: request.path.replace(/^\/v1\/memories\?(?!.*limit)/, '/v1/memories?limit=10&'),
    })),
  ],
  [
    'ends a list of memories after its first page',
    'listing: pages of any limit list the same memories, and nextCursor is null after a full last page',
    'pages of 1: expected',
    spoilAnswerBody(onPath(/^\/v1\/memories\?/), (body) => ({ ...body, nextCursor: null })),
  ],
  [
    'returns the first page for an invalid cursor',
    'cursors: a made-up or altered cursor is 400',
    'listMemories returned 200',
    (right) => async (request) => {
      const answer = await right(request);
      return answer.status === 400 && request.path.includes('cursor=')
        ? right({ ...request, path: request.path.replace(/cursor=[^&]*/, 'limit=20') })
        : answer;
    },
  ],
  [
    'treats createdAfter as inclusive',
    'filters: each filter and combinations of them list the matching memories',
    'createdAfter is exclusive: in one page',
    spoilRequest((request) => ({
      ...request,
      path: request.path.replace(/(createdAfter=[^&]*)12%3A00%3A00.000Z/, '$111%3A59%3A59.999Z'),
    })),
  ],
  [
    'keeps memories deleted for good',
    'trash: permanent=true deletes for good, from the trash or directly',
    'restoreMemory returned 200',
    (right) => async (request) => {
      if (!request.path.endsWith('?permanent=true')) return right(request);
      const { body: _, ...answer } = await right({ ...request, path: request.path.replace('?permanent=true', '') });
      return { ...answer, status: 204 };
    },
  ],
  [
    'accepts an import of 501 memories',
    'bad input: importMemories refuses invalid bodies',
    '501 memories: the request returned 200',
    spoilBody(/import$/, (body) => ({ ...body, memories: body.memories.slice(0, limits.importRows) })),
  ],
  [
    'accepts an import of 501 collections',
    'bad input: importMemories refuses invalid bodies',
    '501 collections: the request returned 200',
    spoilBody(/import$/, (body) => ({ ...body, collections: body.collections.slice(0, limits.importRows) })),
  ],
  ...searchFaults,
  ...tokenFaults,
  [
    'omits the header ETag',
    'memories: each change raises version, updatedAt and ETag',
    'ETag of PATCH: expected "\\"2\\"", got undefined',
    spoilAnswer(
      () => true,
      (answer) => ({ ...answer, headers: without(answer.headers, 'etag') }),
    ),
  ],
  [
    'replays refusals as well as successes',
    'idempotency: a refused request doesn’t use up its key',
    'createMemory returned 400',
    (right) => {
      const refusals = new Map<string, ResponseEnvelope>();
      return async (request) => {
        const key = request.headers['idempotency-key'];
        const refusal = key === undefined ? undefined : refusals.get(key);
        if (refusal !== undefined)
          return { ...refusal, headers: { ...refusal.headers, 'idempotency-replayed': 'true' } };
        const answer = await right(request);
        if (key !== undefined && answer.status >= 400) refusals.set(key, answer);
        return answer;
      };
    },
  ],
  [
    'charges for a PATCH that changes nothing',
    'memories: a PATCH that changes nothing is 200 with the same version',
    'transactions of changes that change nothing: expected 0',
    (right) => async (request) => {
      const answer = await right(request);
      if (request.method === 'PATCH')
        await right({ ...request, method: 'POST', path: '/v1/memories', body: '{"content":"charged"}' });
      return answer;
    },
  ],
];

/** The stand-in model without a floor: a search keeps uncertain hits that share no word with the query. */
const withoutFloor = { ...standInModel, certain: { keyword: 1, semantic: 0.9, floor: 0 } };

/**
 * Runs one case on a server with this fault, by default on a correct one. Returns the results by name, including those
 * that concern every response. The server has a model if the case needs one.
 */
async function resultsOf(caseName: string, fault: Fault = (right) => right): Promise<Map<string, CaseResult>> {
  const meaning = caseName.startsWith('search by meaning') ? standInMeaning(withoutFloor) : undefined;
  const host = await inProcessHost('correct', inMemoryStore(), null, meaning);
  const cases = catalogue.filter(({ name }) => name === caseName);
  const { results } = await runCatalogue({ ...host, transport: fault(host.transport, host) }, { cases });
  return new Map(results.map((result) => [result.name, result]));
}

describe('the conformance suite', () => {
  it.each(faults)('fails a server that %s', async (_, caseName, problem, fault, result = caseName) => {
    expect((await resultsOf(caseName, fault)).get(result)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(problem),
    });
  });

  it.each([...new Set(faults.map(([, caseName]) => caseName))])('passes a correct server in “%s”', async (caseName) => {
    const results = await resultsOf(caseName);
    expect(results.get(caseName)?.status).toBe('passed');
    expect([...results.values()].filter(({ status }) => status === 'failed')).toEqual([]);
  });
});

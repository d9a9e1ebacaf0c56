import { describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { ResponseEnvelope } from '../../../src/v1/envelope.ts';
import { runCatalogue } from '../../../conformance/run-catalogue.ts';
import { standInMeaning } from '../../support/stand-in-model.ts';
import { inProcessHost } from './host.ts';
import { searchFaults } from './search-faults.ts';
import {
  isPost,
  onPath,
  spoilAnswer,
  spoilAnswerBody,
  spoilBody,
  spoilRequest,
  without,
  withoutHeader,
  type FaultyServer,
} from './spoil.ts';

const faults: FaultyServer[] = [
  [
    'omits a rate header from errors',
    'order:',
    spoilAnswer(
      (_, { status }) => status >= 400,
      (answer) => ({ ...answer, headers: without(answer.headers, 'x-ratelimit-reset') }),
    ),
  ],
  [
    'omits Memory-Extensions',
    'source:',
    spoilAnswer(
      () => true,
      (answer) => ({ ...answer, headers: without(answer.headers, 'memory-extensions') }),
    ),
  ],
  [
    'returns 429 without retryAfter',
    'rate limit:',
    spoilAnswerBody(
      (_, { status }) => status === 429,
      ({ error: { retryAfter: _, ...error } }) => ({ error }),
    ),
  ],
  [
    'leaks a field of the store',
    'memories:',
    spoilAnswerBody(isPost(/^\/v1\/memories$/), (body) => ({ ...body, seq: 1 })),
  ],
  [
    'takes the source from the request',
    'memories: the source',
    spoilAnswerBody(isPost(/^\/v1\/memories$/), (body) => ({ ...body, source: 'popup' })),
  ],
  [
    'lower-cases tags',
    'memories: tags with the same key',
    spoilBody(/memories$/, (body) => ({
      ...body,
      ...(body.tags && { tags: body.tags.map((tag: string) => tag.toLowerCase()) }),
    })),
  ],
  ['ignores If-Match', 'preconditions:', withoutHeader('if-match')],
  ['ignores Idempotency-Key', 'idempotency:', withoutHeader('idempotency-key')],
  ['drops unknown keys silently', 'bad input: createMemory', spoilBody(/memories$/, ({ unknown: _, ...body }) => body)],
  [
    'ignores unknown parameters',
    'bad input: listTags',
    spoilRequest((request) => ({ ...request, path: request.path.replace('?unknown=1', '') })),
  ],
  [
    'stores refused requests',
    'bad input: createMemory',
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
    'limits: a body of 256',
    spoilRequest((request) => ({ ...request, ...(request.body !== undefined && { body: request.body.trimEnd() }) })),
  ],
  [
    'has another default limit',
    'listing:',
    spoilRequest((request) => ({
      ...request,
      path: request.path.replace(/^\/v1\/memories\?(?!.*limit)/, '/v1/memories?limit=10&'),
    })),
  ],
  [
    'ends every list after its first page',
    'listing:',
    spoilAnswerBody(onPath(/^\/v1\/memories\?/), (body) => ({ ...body, nextCursor: null })),
  ],
  [
    'returns the first page for an invalid cursor',
    'cursors:',
    (right) => async (request) => {
      const answer = await right(request);
      return answer.status === 400 && request.path.includes('cursor=')
        ? right({ ...request, path: request.path.replace(/cursor=[^&]*/, 'limit=20') })
        : answer;
    },
  ],
  [
    'treats createdAfter as inclusive',
    'filters:',
    spoilRequest((request) => ({
      ...request,
      path: request.path.replace(/(createdAfter=[^&]*)12%3A00%3A00.000Z/, '$111%3A59%3A59.999Z'),
    })),
  ],
  [
    'keeps memories deleted for good',
    'trash:',
    spoilRequest((request) => ({ ...request, path: request.path.replace('?permanent=true', '') })),
  ],
  ...searchFaults,
  [
    'needs no scope to list tags',
    'scopes: listTags',
    (right, { token }) =>
      (request) =>
        right(
          onPath(/^\/v1\/tags/)(request)
            ? { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
            : request,
        ),
  ],
  [
    'shows everything to a limited token',
    'limited tokens:',
    (right, { token }) =>
      (request) =>
        right(
          request.method === 'GET'
            ? { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
            : request,
        ),
  ],
  [
    'reveals that a hidden memory exists',
    'hidden:',
    (right, { token }) =>
      async (request) => {
        const answer = await right(request);
        if (request.method !== 'GET' || answer.status !== 404) return answer;
        const known = await right({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
        return known.status === 200
          ? { ...answer, body: (answer.body ?? '').replace('"message":"', '"message":"Not for you. ') }
          : answer;
      },
  ],
  [
    'repeats the secret of a token in a replay',
    'idempotency: the replay',
    (right) => {
      let first: ResponseEnvelope | undefined;
      return async (request) => {
        const answer = await right(request);
        if (request.path !== '/v1/tokens' || answer.status !== 201) return answer;
        return answer.headers['idempotency-replayed'] === 'true'
          ? { ...answer, body: first?.body ?? '' }
          : (first = answer);
      };
    },
  ],
  [
    'omits the header ETag',
    'memories:',
    spoilAnswer(
      () => true,
      (answer) => ({ ...answer, headers: without(answer.headers, 'etag') }),
    ),
  ],
  [
    'also replays refusals',
    'idempotency:',
    (right) => {
      const answers = new Map<string, ResponseEnvelope>();
      return async (request) => {
        const key = request.headers['idempotency-key'];
        if (key === undefined) return right(request);
        const answer = answers.get(key) ?? (await right(request));
        answers.set(key, answer);
        return answer;
      };
    },
  ],
  [
    'charges for a PATCH that changes nothing',
    'memories: a PATCH that changes nothing',
    (right) => async (request) => {
      const answer = await right(request);
      if (request.method === 'PATCH')
        await right({ ...request, method: 'POST', path: '/v1/memories', body: '{"content":"charged"}' });
      return answer;
    },
  ],
];

/** A correct server, with a model if the cases need one. */
const correctHost = (only: string) =>
  inProcessHost('correct', inMemoryStore(), null, only.startsWith('search by meaning') ? standInMeaning() : undefined);

describe('the conformance suite', () => {
  it.each(faults)('fails a server that %s', async (_, only, fault) => {
    const host = await correctHost(only);
    // Stops after the first failure.
    const stop = new AbortController();
    const { results } = await runCatalogue(
      { ...host, transport: fault(host.transport, host) },
      { only, signal: stop.signal, progress: ({ status }) => status === 'failed' && stop.abort() },
    );
    expect(results.filter(({ status }) => status === 'failed')).not.toEqual([]);
  });

  it.each([...new Set(faults.map(([, only]) => only))])('passes a correct server in the cases “%s”', async (only) => {
    const { results } = await runCatalogue(await correctHost(only), { only });
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  });
});

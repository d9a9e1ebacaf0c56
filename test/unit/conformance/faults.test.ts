import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import { memoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../../src/v1/envelope.ts';
import { Context } from '../../../conformance/context.ts';
import type { Host } from '../../../conformance/host.ts';
import { offersIn } from '../../../conformance/offers.ts';
import { runCatalogue } from '../../../conformance/run-catalogue.ts';
import { Run } from '../../../conformance/run.ts';
import { standInMeaning } from '../../support/stand-in-model.ts';
import { inProcessHost } from './host.ts';

/** Makes of a right server a wrong one. */
type Fault = (right: Transport, host: Host) => Transport;

/* The JSON of requests and answers, of which each fault knows the part that it spoils. */
// oxlint-disable-next-line no-explicit-any
type Body = any;

const spoilRequest =
  (spoil: (request: RequestEnvelope) => RequestEnvelope): Fault =>
  (right) =>
  (request) =>
    right(spoil(request));

const spoilBody = (path: RegExp, spoil: (body: Body) => Body): Fault =>
  spoilRequest((request) => {
    if (request.body === undefined || !path.test(request.path)) return request;
    try {
      return { ...request, body: JSON.stringify(spoil(JSON.parse(request.body))) };
    } catch {
      return request;
    }
  });

const spoilAnswer =
  (
    when: (request: RequestEnvelope, answer: ResponseEnvelope) => boolean,
    spoil: (answer: ResponseEnvelope) => ResponseEnvelope,
  ): Fault =>
  (right) =>
  async (request) => {
    const answer = await right(request);
    return when(request, answer) ? spoil(answer) : answer;
  };

const spoilAnswerBody = (
  when: (request: RequestEnvelope, answer: ResponseEnvelope) => boolean,
  spoil: (body: Body) => Body,
): Fault =>
  spoilAnswer(when, (answer) => ({ ...answer, body: JSON.stringify(spoil(JSON.parse(answer.body ?? 'null'))) }));

const spoilSearch = (spoil: (body: Body) => Body) =>
  spoilAnswerBody((request, { status }) => status === 200 && request.path.endsWith('/search'), spoil);

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
const withoutHeader = (name: string): Fault =>
  spoilRequest((request) => ({ ...request, headers: without(request.headers, name) }));
const onPath = (pattern: RegExp) => (request: RequestEnvelope) => pattern.test(request.path);
const isPost = (pattern: RegExp) => (request: RequestEnvelope, answer: ResponseEnvelope) =>
  request.method === 'POST' && pattern.test(request.path) && answer.status < 300;

const faults: [what: string, only: string, fault: Fault][] = [
  [
    'leaves the rate headers out of errors',
    'order:',
    spoilAnswer(
      (_, { status }) => status >= 400,
      (answer) => ({ ...answer, headers: without(answer.headers, 'x-ratelimit-reset') }),
    ),
  ],
  [
    'leaves out Memory-Extensions',
    'source:',
    spoilAnswer(
      () => true,
      (answer) => ({ ...answer, headers: without(answer.headers, 'memory-extensions') }),
    ),
  ],
  [
    'answers 429 without retryAfter',
    'rate limit:',
    spoilAnswerBody(
      (_, { status }) => status === 429,
      ({ error: { retryAfter: _, ...error } }) => ({ error }),
    ),
  ],
  [
    'lets a field of the store out',
    'memories:',
    spoilAnswerBody(isPost(/^\/v1\/memories$/), (body) => ({ ...body, seq: 1 })),
  ],
  [
    'takes the source from the request',
    'memories: the source',
    spoilAnswerBody(isPost(/^\/v1\/memories$/), (body) => ({ ...body, source: 'popup' })),
  ],
  [
    'writes tags in lower case',
    'memories: of tags',
    spoilBody(/memories$/, (body) => ({
      ...body,
      ...(body.tags && { tags: body.tags.map((tag: string) => tag.toLowerCase()) }),
    })),
  ],
  ['does not heed If-Match', 'preconditions:', withoutHeader('if-match')],
  ['does not heed Idempotency-Key', 'idempotency:', withoutHeader('idempotency-key')],
  ['drops unknown keys silently', 'bad input: createMemory', spoilBody(/memories$/, ({ unknown: _, ...body }) => body)],
  [
    'ignores unknown parameters',
    'bad input: listTags',
    spoilRequest((request) => ({ ...request, path: request.path.replace('?unknown=1', '') })),
  ],
  [
    'stores what it refuses',
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
    'takes larger bodies',
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
    'forgets the last page',
    'listing:',
    spoilAnswerBody(onPath(/^\/v1\/memories\?/), (body) => ({ ...body, nextCursor: null })),
  ],
  [
    'begins anew where a cursor is wrong',
    'cursors:',
    (right) => async (request) => {
      const answer = await right(request);
      return answer.status === 400 && request.path.includes('cursor=')
        ? right({ ...request, path: request.path.replace(/cursor=[^&]*/, 'limit=20') })
        : answer;
    },
  ],
  [
    'includes the moment of createdAfter',
    'filters:',
    spoilRequest((request) => ({
      ...request,
      path: request.path.replace(/(createdAfter=[^&]*)12%3A00%3A00.000Z/, '$111%3A59%3A59.999Z'),
    })),
  ],
  [
    'keeps what is deleted for good',
    'trash:',
    spoilRequest((request) => ({ ...request, path: request.path.replace('?permanent=true', '') })),
  ],
  [
    'searches the last word as a prefix always',
    'search:',
    spoilBody(/search$/, (body) => ({
      ...body,
      ...(typeof body.query === 'string' && { query: body.query.trimEnd() || body.query }),
    })),
  ],
  [
    'filters only after it has searched',
    'search filters:',
    (right) => async (request) => {
      if (!request.path.endsWith('/search')) return right(request);
      const { filters, ...body }: Body = JSON.parse(request.body ?? '');
      const answer = await right({ ...request, body: JSON.stringify(body) });
      const found: Body = JSON.parse(answer.body ?? '');
      const passes = (memory: Body) =>
        (filters?.collection === undefined || memory.collection === filters.collection) &&
        (filters?.tags ?? []).every((tag: string) => memory.tags.includes(tag));
      return answer.status === 200
        ? { ...answer, body: JSON.stringify({ ...found, memories: found.memories.filter(passes) }) }
        : answer;
    },
  ],
  ['puts the worst hit first', 'search:', spoilSearch((body) => ({ ...body, memories: body.memories.reverse() }))],
  ['claims a mode that did not run', 'search:', spoilSearch((body) => ({ ...body, mode: 'hybrid' }))],
  [
    'says of everything that it is certain',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: true } })),
    })),
  ],
  [
    'says of nothing that it is certain',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: false } })),
    })),
  ],
  [
    'shows no passage',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, passage: null } })),
    })),
  ],
  [
    'puts what is like before what holds the word',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories
        .toReversed()
        .map((hit: Body, place: number) => ({ ...hit, score: body.memories[place].score })),
    })),
  ],
  [
    'finds a memory like itself',
    'search by meaning:',
    (right) => async (request) => {
      const { body, ...unsaid } = request;
      const memoryId = request.path.endsWith('/search') ? JSON.parse(body ?? '').like?.memoryId : undefined;
      const answer = await right(request);
      if (memoryId === undefined || answer.status !== 200) return answer;
      const found: Body = JSON.parse(answer.body ?? '');
      const itself: Body = JSON.parse(
        (await right({ ...unsaid, method: 'GET', path: `/v1/memories/${memoryId}` })).body ?? '',
      );
      return {
        ...answer,
        body: JSON.stringify({
          ...found,
          memories: [{ ...found.memories[0], ...itself, score: 1 }, ...found.memories],
        }),
      };
    },
  ],
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
    'shows a limited token everything',
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
    'says that a hidden memory is there',
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
    'shows the secret of a token in a replay',
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
    'strips ETag on the way',
    'memories:',
    spoilAnswer(
      () => true,
      (answer) => ({ ...answer, headers: without(answer.headers, 'etag') }),
    ),
  ],
  [
    'replays what was refused too',
    'idempotency:',
    (right) => {
      const kept = new Map<string, ResponseEnvelope>();
      return async (request) => {
        const key = request.headers['idempotency-key'];
        if (key === undefined) return right(request);
        const answer = kept.get(key) ?? (await right(request));
        kept.set(key, answer);
        return answer;
      };
    },
  ],
  [
    'charges for a change that changed nothing',
    'memories: a PATCH that changes nothing',
    (right) => async (request) => {
      const answer = await right(request);
      if (request.method === 'PATCH')
        await right({ ...request, method: 'POST', path: '/v1/memories', body: '{"content":"charged"}' });
      return answer;
    },
  ],
];

/** A right server, with a model for the cases that need one. */
const rightHost = (only: string) =>
  inProcessHost('right', memoryStore(), null, only.startsWith('search by meaning') ? standInMeaning() : undefined);

describe('a server that', () => {
  it.each(faults)('%s does not pass', async (_, only, fault) => {
    const host = await rightHost(only);
    // One failure is enough.
    const found = new AbortController();
    const { results } = await runCatalogue(
      { ...host, transport: fault(host.transport, host) },
      { only, signal: found.signal, progress: ({ status }) => status === 'failed' && found.abort() },
    );
    expect(results.filter(({ status }) => status === 'failed')).not.toEqual([]);
  });

  it.each([...new Set(faults.map(([, only]) => only))])('has no fault passes: %s', async (only) => {
    const { results } = await runCatalogue(await rightHost(only), { only });
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  });
});

describe('a server that offers less of ours', () => {
  it.each([
    'v=1',
    'v=1, delete, usage, tokens, collections-edit',
    'v=1, etag, idempotency-key, filters, tags, like, import',
  ])('and says so by “%s” has gaps, and no faults', async (header) => {
    const host = await inProcessHost('less', memoryStore());
    const offers = offersIn(header);
    const transport: Transport = async (request) => {
      const answer = await host.transport(request);
      return { ...answer, headers: { ...answer.headers, 'memory-extensions': header } };
    };
    const { results, left } = await runCatalogue({ ...host, transport, offers });
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(results.filter(({ status }) => status === 'not offered').length).toBeGreaterThan(20);
    expect(results.filter(({ name, status }) => name.startsWith('source:') && status !== 'passed')).toEqual([]);
    expect(left.length > 0).toBe(!(offers?.has('delete') && offers.has('collections-edit')));
  });
});

describe('a token that may do less', () => {
  it.each([
    [['memories:read', 'memories:write', 'collections:read', 'collections:write']],
    [['memories:read', 'collections:read']],
  ] as const)('with the scopes %j shows gaps, and no faults', async (scopes) => {
    const { caseRate: _, ...host } = await inProcessHost('right', memoryStore());
    const { token } = await new Context(new Run(host)).createToken({
      scopes: [...scopes],
      rateLimit: { requests: 1_000_000, seconds: 1 },
    });
    const { results } = await runCatalogue({ ...host, token: token ?? '' });
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(results.filter(({ status }) => status === 'not offered').length).toBeGreaterThan(50);
  });
});

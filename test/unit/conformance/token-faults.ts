import type { RequestEnvelope, ResponseEnvelope } from '../../../src/v1/envelope.ts';
import { onPath, type FaultyServer } from './spoil.ts';

const withToken = (request: RequestEnvelope, token: string): RequestEnvelope => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** Faults that reveal more than a token's rights allow, or repeat a token's secret. */
export const tokenFaults: FaultyServer[] = [
  [
    'needs no scope to list tags',
    'scopes: listTags needs memories:read and no other scope',
    'listTags returned 200',
    (right, { token }) =>
      (request) =>
        right(onPath(/^\/v1\/tags/)(request) ? withToken(request, token) : request),
  ],
  [
    'shows everything to a limited token',
    'limited tokens: list, read, search, tags, collections and counts cover only visible memories',
    'listMemories: expected',
    (right, { token }) =>
      (request) =>
        right(request.method === 'GET' ? withToken(request, token) : request),
  ],
  [
    'reveals that a hidden memory exists',
    'hidden: an id the token can’t see gets the same answer as an unknown id',
    'readMemory by id: the responses for hidden and absent',
    (right, { token }) =>
      async (request) => {
        const answer = await right(request);
        if (request.method !== 'GET' || answer.status !== 404) return answer;
        const known = await right(withToken(request, token));
        return known.status === 200
          ? { ...answer, body: (answer.body ?? '').replace('"message":"', '"message":"Not for you. ') }
          : answer;
      },
  ],
  [
    'repeats the secret of a token in a replay',
    'idempotency: the replay of createToken has no secret',
    'the replay: expected',
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
];

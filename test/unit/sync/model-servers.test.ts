import { describe, expect, test } from 'vitest';
import { skippingClock, type Host } from '../../../conformance/host.ts';
import { offersIn } from '../../../conformance/offers.ts';
import { everyResponseName } from '../../../conformance/results.ts';
import { runCatalogue } from '../../../conformance/run-catalogue.ts';
import { limits } from '../../../src/v1/limits.ts';
import type { ChangePage } from '../../../src/v1/schemas/sync.ts';
import { ExtendedServer } from '../../simulation/extended-server.ts';
import {
  modelRequest,
  PlainModel,
  type ModelRequest,
  type ModelResponse,
  type ModelServer,
} from '../../simulation/model-server.ts';

type Spoil = (request: ModelRequest, response: ModelResponse) => ModelResponse;

/** Runs the conformance suite on a simulated server. `spoil` adds a fault to the server's responses. */
async function resultsOf(make: (now: () => number) => ModelServer, spoil: Spoil = (_, response) => response) {
  const clock = skippingClock();
  const server = make(clock.now);
  const host: Host = {
    name: 'a model server',
    clock,
    token: 'token',
    source: null,
    meaning: false,
    languages: [],
    offers: offersIn(server.extensions),
    transport: async (envelope) => {
      const request = modelRequest(envelope);
      const { status, headers, body } = spoil(request, server.respond(request));
      const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      return {
        commonplace: 1,
        status,
        headers: Object.fromEntries(lowered) as Record<string, string>,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
    },
  };
  const { results, undeleted } = await runCatalogue(host);
  const namesOf = (status: string) => results.filter((result) => result.status === status).map(({ name }) => name);
  const problems = results.filter(({ status }) => status === 'failed');
  return { passed: namesOf('passed'), problems, notRun: namesOf('not run'), undeleted };
}

const plain = (now: () => number) => new PlainModel(now, {});
const extended = (now: () => number) => new ExtendedServer(now, { hasBatch: true });

describe('the conformance suite on the servers of the simulation', () => {
  test('accepts the plain server', async () => {
    const { passed, problems, notRun } = await resultsOf(plain);
    expect(problems).toEqual([]);
    expect(notRun).toEqual([everyResponseName('source.rate-limited')]);
    expect(passed.filter((name) => name.startsWith('source:')).length).toBeGreaterThan(8);
  });

  test.each([false, true])('accepts the extended server; with batches: %s', async (hasBatch) => {
    const { passed, problems, notRun, undeleted } = await resultsOf((now) => new ExtendedServer(now, { hasBatch }));
    expect(problems).toEqual([]);
    expect(notRun).toEqual([everyResponseName('source.rate-limited'), everyResponseName('rate.status')]);
    expect(undeleted).toEqual([]);
    const families = new Set(passed.map((name) => name.split(':')[0]));
    for (const family of ['preconditions', 'trash', 'changes', 'digest', 'idempotency'])
      expect(families).toContain(family);
    expect(families.has('batch')).toBe(hasBatch);
  });

  const withBody = (matches: (request: ModelRequest) => boolean, body: object): Spoil => {
    return (request, response) =>
      matches(request) && response.status < 300
        ? { ...response, body: { ...(response.body as object), ...body } }
        : response;
  };
  const onPath = (path: string) => (request: ModelRequest) => request.path === path;

  test.each<[string, typeof plain | typeof extended, Spoil, string]>([
    [
      'accepts any token',
      plain,
      (_, response) => (response.status === 401 ? { ...response, status: 200, body: { memories: [] } } : response),
      'source: every request needs a valid token',
    ],
    [
      'never reports an erasure',
      extended,
      withBody(onPath('/changes'), { erased: [] }),
      'changes: lists each memory once',
    ],
    [
      'always returns the same fingerprint',
      extended,
      withBody(onPath('/digest'), { fingerprint: '0' }),
      'digest: the fingerprint',
    ],
    [
      'accepts any If-Match',
      extended,
      (_, response) => (response.status === 412 ? { ...response, status: 200 } : response),
      'preconditions: If-Match of another version',
    ],
    [
      'answers 404 for a position that the feed no longer has',
      extended,
      (_, response) => (response.status === 410 ? { ...response, status: 404 } : response),
      'changes: a position that this server did not return',
    ],
    [
      'drops the last result of a batch',
      extended,
      ({ path }, response) =>
        path === '/batch' && response.status === 200
          ? { ...response, body: { responses: (response.body as { responses: object[] }).responses.slice(0, -1) } }
          : response,
      'batch: takes 100 requests',
    ],
  ])('fails a server that %s', async (_, make, spoil, caseName) => {
    const { problems } = await resultsOf(make, spoil);
    expect(problems.some(({ name }) => name.startsWith(caseName))).toBe(true);
  });
});

test('the extended server’s change feed refuses a position if it has dropped later changes', () => {
  let now = 0;
  const server = new ExtendedServer(() => now);
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const send = (method: string, path: string, body?: object) =>
    server.respond(modelRequest({ method, path, headers, ...(body && { body: JSON.stringify(body) }) }));
  const changes = (since?: string) =>
    send('GET', `/v1/changes${since === undefined ? '' : `?since=${encodeURIComponent(since)}`}`);
  const { id } = send('POST', '/v1/memories', { content: 'x' }).body as { id: string };
  const { since } = changes().body as ChangePage;
  send('DELETE', `/v1/memories/${id}?permanent=true`);
  expect(changes(since).body).toMatchObject({ erased: [id] });
  now += (limits.changesDays + 1) * 24 * 3_600_000;
  expect(changes(since).status).toBe(410);
  const fromStart = changes().body as ChangePage;
  expect(fromStart).toMatchObject({ memories: [], erased: [] });
  expect(changes(fromStart.since).status).toBe(200);
});

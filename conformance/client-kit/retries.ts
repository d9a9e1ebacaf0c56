import { errorCodes } from '../../src/v1/errors.ts';
import { client, type Failure, type GivenResponse, type KitCall, type KitCase, type Step } from './kit.ts';
import {
  offersAll,
  offersAllBut,
  firstCall,
  memory,
  offersRequest,
  requestOf,
  sampleCall,
  samples,
  successOf,
} from './samples.ts';

type Outcome = Failure | GivenResponse;

/** Random waits with full jitter, in seconds. */
const firstWait: Step = { wait: [0, 0.5] };
const secondWait: Step = { wait: [0, 1] };

const id = memory.id;
const body = { content: 'Room twelve' };
const refusal = (status: number, code: string, retryAfter?: number): GivenResponse => ({
  status,
  headers: { ...offersAll, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
  body: { error: { code, message: 'No.', ...(retryAfter !== undefined && { retryAfter }) } },
});
const plainRefusal = (status: number, code: string, retryAfter?: number): GivenResponse => ({
  status,
  body: { error: { code, message: 'No.', ...(retryAfter !== undefined && { retryAfter }) } },
});

const step = (request: ReturnType<typeof requestOf>, outcome: Outcome): Step =>
  typeof outcome === 'string' ? { request, failure: outcome } : { request, response: outcome };

const readRequest = requestOf('readMemory', { id });
const readStep = (outcome: Outcome): Step => step(readRequest, outcome);
const readSuccess = successOf('readMemory');
const createWithKey = requestOf('createMemory', { body, idempotencyKey: '$key' });
const createWithoutKey = { ...createWithKey, headers: { ...createWithKey.headers, 'idempotency-key': null } };
const createSuccess: GivenResponse = { status: 201, headers: offersAll, body: memory };
const updateRequest = requestOf('updateMemory', { id, body });

const readCall = (steps: Step[], end: Pick<KitCall, 'error'> = {}): KitCall => ({
  operation: 'readMemory',
  id,
  steps,
  ...(end.error === undefined ? { result: memory } : end),
});
const createCall = (steps: Step[], end: Pick<KitCall, 'error' | 'idempotencyKey'> = {}): KitCall => ({
  operation: 'createMemory',
  body,
  steps,
  ...(end.error === undefined ? { result: memory } : {}),
  ...end,
});
const updateCall = (steps: Step[], end: Pick<KitCall, 'error'> = {}): KitCall => ({
  operation: 'updateMemory',
  id,
  body,
  steps,
  ...(end.error === undefined ? { result: memory } : end),
});

const caseOf = (name: string, calls: KitCall[], options: Partial<KitCase['client']> = {}): KitCase => ({
  name,
  covers: [],
  client: { ...client, ...options },
  calls,
});

const unavailable = refusal(503, 'unavailable');
const offersNoKeys = offersAllBut('idempotency-key');
const transientFailures: [name: string, outcome: Outcome][] = [
  ['no connection', 'unreachable'],
  ['a broken connection', 'broken'],
  ['no response in time', 'timeout'],
  ...[408, 500, 502, 503, 504].map((status): [string, Outcome] => [String(status), { status, text: '' }]),
];

const keyed = { content: memory.content };
const keyedBatch = requestOf('batch', {
  body: { requests: [{ method: 'POST', path: '/v1/memories', idempotencyKey: 'my-key', body: keyed }] },
});
const savedInBatch = {
  ...successOf('batch'),
  body: { responses: [{ status: 201, replayed: true, body: memory }] },
};
const unkeyedBatch = sampleCall('batch');
const unkeyedRequest = requestOf('batch', samples.batch);

export const retryCases: KitCase[] = [
  caseOf('repeats a batch whose writes all have keys', [
    firstCall(),
    {
      operation: 'batch',
      writes: [{ operation: 'createMemory', body: keyed, idempotencyKey: 'my-key', result: memory }],
      steps: [step(keyedBatch, 'broken'), firstWait, step(keyedBatch, savedInBatch)],
    },
  ]),
  caseOf('repeats no batch with a write that has no key', [
    firstCall(),
    { ...unkeyedBatch, steps: [step(unkeyedRequest, 'broken')], error: { kind: 'connection', path: '/v1/batch' } },
  ]),

  ...transientFailures.map(([name, outcome]) =>
    caseOf(`repeats a read after ${name}`, [
      readCall([readStep(outcome), firstWait, readStep(outcome), secondWait, readStep(readSuccess)]),
    ]),
  ),
  caseOf('repeats a search', [
    {
      ...sampleCall('searchMemories'),
      ...repeatedSearch(),
    },
  ]),
  caseOf('repeats a request maxRetries times, then raises', [
    readCall([readStep(unavailable), firstWait, readStep(unavailable), secondWait, readStep(unavailable)], {
      error: { kind: 'service', code: 'unavailable', status: 503 },
    }),
  ]),
  caseOf(
    'repeats nothing if maxRetries is 0',
    [readCall([readStep('broken')], { error: { kind: 'connection', method: 'GET', path: `/v1/memories/${id}` } })],
    { maxRetries: 0 },
  ),
  caseOf(
    'raises the error for timeouts if no response comes in time',
    [readCall([readStep('timeout')], { error: { kind: 'timeout', method: 'GET', path: `/v1/memories/${id}` } })],
    { maxRetries: 0 },
  ),
  ...(['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'payload_too_large', 'storage_full'] as const).map(
    (code) =>
      caseOf(`repeats no read after ${code}`, [
        readCall([readStep(refusal(errorCodes[code].statuses[0], code))], { error: { kind: 'service', code } }),
      ]),
  ),
  caseOf('repeats a write with the key that it made for the first attempt', [
    firstCall(),
    createCall([
      step(createWithKey, 'broken'),
      firstWait,
      step(createWithKey, unavailable),
      secondWait,
      step(createWithKey, createSuccess),
    ]),
  ]),
  caseOf("repeats a write with the caller's key", [
    firstCall(),
    createCall(
      [
        step(requestOf('createMemory', { body, idempotencyKey: 'my-key' }), 'timeout'),
        firstWait,
        step(requestOf('createMemory', { body, idempotencyKey: 'my-key' }), createSuccess),
      ],
      { idempotencyKey: 'my-key' },
    ),
  ]),
  caseOf('repeats a write whose first attempt is still running', [
    firstCall(),
    createCall([
      step(createWithKey, 'timeout'),
      firstWait,
      step(createWithKey, refusal(409, 'conflict')),
      secondWait,
      step(createWithKey, createSuccess),
    ]),
  ]),
  caseOf('repeats no write after a conflict at the first attempt', [
    firstCall(),
    createCall([step(createWithKey, refusal(409, 'conflict'))], {
      error: { kind: 'service', code: 'conflict', status: 409 },
    }),
  ]),
  caseOf('learns what the server offers before it repeats a write', [
    createCall([
      step(createWithKey, 'broken'),
      { request: offersRequest, response: successOf('listMemories') },
      firstWait,
      step(createWithKey, createSuccess),
    ]),
  ]),
  caseOf('never repeats a write that may have reached a plain server', [
    firstCall({}),
    createCall([step(createWithoutKey, 'broken')], { error: { kind: 'connection' } }),
    createCall([step(createWithoutKey, plainRefusal(503, 'busy'))], {
      error: { kind: 'service', code: 'busy', like: 'unavailable' },
    }),
  ]),
  caseOf('asks what the server offers before it repeats a write, and doesn’t repeat it if the server is plain', [
    createCall([step(createWithKey, 'broken'), { request: offersRequest, response: successOf('listMemories', {}) }], {
      error: { kind: 'connection' },
    }),
  ]),
  caseOf('makes no key for a server that honours none, and repeats no write that may have reached it', [
    firstCall(offersNoKeys),
    createCall([step(createWithoutKey, 'broken')], { error: { kind: 'connection' } }),
    createCall([step(createWithoutKey, { ...unavailable, headers: offersNoKeys })], {
      error: { kind: 'service', code: 'unavailable' },
    }),
    createCall([
      step(createWithoutKey, 'unreachable'),
      firstWait,
      step(createWithoutKey, { ...createSuccess, headers: offersNoKeys }),
    ]),
  ]),
  caseOf('asks what the server offers before it repeats a write, and doesn’t repeat it if no key is honoured', [
    createCall(
      [step(createWithKey, 'broken'), { request: offersRequest, response: successOf('listMemories', offersNoKeys) }],
      {
        error: { kind: 'connection' },
      },
    ),
  ]),
  caseOf('repeats a write that cannot have reached a plain server', [
    firstCall({}),
    createCall([
      step(createWithoutKey, 'unreachable'),
      firstWait,
      step(createWithoutKey, { status: 201, body: memory }),
    ]),
  ]),
  caseOf('repeats a write that a plain server refused because of the rate limit', [
    firstCall({}),
    createCall([
      step(createWithoutKey, plainRefusal(429, 'rate_limited', 5)),
      { wait: [5, 6] },
      step(createWithoutKey, { status: 201, body: memory }),
    ]),
  ]),
  caseOf('repeats no change after a broken connection', [
    firstCall(),
    updateCall([step(updateRequest, 'broken')], { error: { kind: 'connection' } }),
  ]),
  caseOf('repeats a change that was refused because of the rate limit', [
    firstCall(),
    updateCall([
      step(updateRequest, refusal(429, 'rate_limited', 2)),
      { wait: [2, 3] },
      step(updateRequest, { status: 200, headers: offersAll, body: memory }),
    ]),
  ]),
  ...([403, 429, 503] as const).map((status) =>
    caseOf(`waits as long as the server says if rate_limited comes with ${status}`, [
      readCall([readStep(plainRefusal(status, 'rate_limited', 20)), { wait: [20, 21] }, readStep(readSuccess)]),
    ]),
  ),
  caseOf('waits until the reset of the rate limit', [
    readCall([
      readStep({
        status: 429,
        headers: { 'x-ratelimit-reset': '1800000042' },
        body: { error: { code: 'rate_limited', message: 'No.' } },
      }),
      { wait: [42, 43] },
      readStep(readSuccess),
    ]),
  ]),
  caseOf(
    'raises instead of waiting longer than maxWait',
    [
      readCall([readStep(refusal(429, 'rate_limited', 61))], {
        error: { kind: 'service', code: 'rate_limited', status: 429, retryAfter: [61, 61] },
      }),
    ],
    { maxWait: 60 },
  ),
  caseOf('does not wait for a quota', [
    readCall([readStep(refusal(403, 'quota_exceeded', 30))], {
      error: { kind: 'service', code: 'quota_exceeded', status: 403, retryAfter: [30, 30] },
    }),
  ]),
  caseOf(
    'doubles the bound of its waits up to 8 seconds',
    [
      readCall(
        [0.5, 1, 2, 4, 8, 8]
          .flatMap((most): Step[] => [readStep('broken'), { wait: [0, most] }])
          .concat([readStep(readSuccess)]),
      ),
    ],
    { maxRetries: 6 },
  ),
];

/** A search that succeeds at the second attempt. */
function repeatedSearch(): Pick<KitCall, 'body' | 'steps'> {
  const given = { query: 'room' };
  const request = requestOf('searchMemories', { body: given });
  return {
    body: given,
    steps: [
      step(request, 'broken'),
      firstWait,
      step(request, { ...successOf('searchMemories'), body: samples.searchMemories.answer }),
    ],
  };
}

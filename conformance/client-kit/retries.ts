import { errorCodes } from '../../src/v1/errors.ts';
import { client, type Failure, type GivenResponse, type KitCall, type KitCase, type Step } from './kit.ts';
import {
  everything,
  everythingBut,
  learning,
  memory,
  question,
  requestOf,
  sampleCall,
  samples,
  successOf,
} from './samples.ts';

type Outcome = Failure | GivenResponse;

/** Bounds of the waits before the first and the second retry, in seconds: full jitter. */
const first: Step = { wait: [0, 0.5] };
const second: Step = { wait: [0, 1] };

const id = memory.id;
const body = { content: 'Room twelve' };
const refusal = (status: number, code: string, retryAfter?: number): GivenResponse => ({
  status,
  headers: { ...everything, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
  body: { error: { code, message: 'No.', ...(retryAfter !== undefined && { retryAfter }) } },
});
const plainRefusal = (status: number, code: string, retryAfter?: number): GivenResponse => ({
  status,
  body: { error: { code, message: 'No.', ...(retryAfter !== undefined && { retryAfter }) } },
});

const step = (request: ReturnType<typeof requestOf>, outcome: Outcome): Step =>
  typeof outcome === 'string' ? { request, failure: outcome } : { request, response: outcome };

const reading = requestOf('readMemory', { id });
const read = (outcome: Outcome): Step => step(reading, outcome);
const done = successOf('readMemory');
const kept = requestOf('createMemory', { body, idempotencyKey: '$key' });
const bare = { ...kept, headers: { ...kept.headers, 'idempotency-key': null } };
const created: GivenResponse = { status: 201, headers: everything, body: memory };
const changing = requestOf('updateMemory', { id, body });

const reads = (steps: Step[], end: Pick<KitCall, 'error'> = {}): KitCall => ({
  operation: 'readMemory',
  id,
  steps,
  ...(end.error === undefined ? { result: memory } : end),
});
const creates = (steps: Step[], end: Pick<KitCall, 'error' | 'idempotencyKey'> = {}): KitCall => ({
  operation: 'createMemory',
  body,
  steps,
  ...(end.error === undefined ? { result: memory } : {}),
  ...end,
});
const updates = (steps: Step[], end: Pick<KitCall, 'error'> = {}): KitCall => ({
  operation: 'updateMemory',
  id,
  body,
  steps,
  ...(end.error === undefined ? { result: memory } : end),
});

const one = (name: string, calls: KitCall[], options: Partial<KitCase['client']> = {}): KitCase => ({
  name,
  covers: [],
  client: { ...client, ...options },
  calls,
});

const unavailable = refusal(503, 'unavailable');
/** A server with every extension but idempotency keys. */
const withoutKeys = everythingBut('idempotency-key');
const passing: [name: string, outcome: Outcome][] = [
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
  one('repeats a batch whose writes all have keys', [
    learning(),
    {
      operation: 'batch',
      writes: [{ operation: 'createMemory', body: keyed, idempotencyKey: 'my-key', result: memory }],
      steps: [step(keyedBatch, 'broken'), first, step(keyedBatch, savedInBatch)],
    },
  ]),
  one('repeats no batch with a write that has no key', [
    learning(),
    { ...unkeyedBatch, steps: [step(unkeyedRequest, 'broken')], error: { kind: 'connection', path: '/v1/batch' } },
  ]),

  ...passing.map(([name, outcome]) =>
    one(`repeats a read after ${name}`, [reads([read(outcome), first, read(outcome), second, read(done)])]),
  ),
  one('repeats a search', [
    {
      ...sampleCall('searchMemories'),
      ...learnedSearch(),
    },
  ]),
  one('repeats a request maxRetries times, then raises', [
    reads([read(unavailable), first, read(unavailable), second, read(unavailable)], {
      error: { kind: 'service', code: 'unavailable', status: 503 },
    }),
  ]),
  one(
    'repeats nothing if maxRetries is 0',
    [reads([read('broken')], { error: { kind: 'connection', method: 'GET', path: `/v1/memories/${id}` } })],
    { maxRetries: 0 },
  ),
  one(
    'raises the error for timeouts if no response comes in time',
    [reads([read('timeout')], { error: { kind: 'timeout', method: 'GET', path: `/v1/memories/${id}` } })],
    { maxRetries: 0 },
  ),
  ...(['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'payload_too_large', 'storage_full'] as const).map(
    (code) =>
      one(`repeats no read after ${code}`, [
        reads([read(refusal(errorCodes[code].statuses[0], code))], { error: { kind: 'service', code } }),
      ]),
  ),
  one('repeats a write with the key that it made for the first attempt', [
    learning(),
    creates([step(kept, 'broken'), first, step(kept, unavailable), second, step(kept, created)]),
  ]),
  one("repeats a write with the caller's key", [
    learning(),
    creates(
      [
        step(requestOf('createMemory', { body, idempotencyKey: 'my-key' }), 'timeout'),
        first,
        step(requestOf('createMemory', { body, idempotencyKey: 'my-key' }), created),
      ],
      { idempotencyKey: 'my-key' },
    ),
  ]),
  one('repeats a write whose first attempt is still running', [
    learning(),
    creates([step(kept, 'timeout'), first, step(kept, refusal(409, 'conflict')), second, step(kept, created)]),
  ]),
  one('repeats no write after a conflict at the first attempt', [
    learning(),
    creates([step(kept, refusal(409, 'conflict'))], { error: { kind: 'service', code: 'conflict', status: 409 } }),
  ]),
  one('learns what the server offers before it repeats a write', [
    creates([
      step(kept, 'broken'),
      { request: question, response: successOf('listMemories') },
      first,
      step(kept, created),
    ]),
  ]),
  one('never repeats a write that may have reached a plain server', [
    learning({}),
    creates([step(bare, 'broken')], { error: { kind: 'connection' } }),
    creates([step(bare, plainRefusal(503, 'busy'))], { error: { kind: 'service', code: 'busy', like: 'unavailable' } }),
  ]),
  one('asks what the server offers before it repeats a write, and doesn’t repeat it if the server is plain', [
    creates([step(kept, 'broken'), { request: question, response: successOf('listMemories', {}) }], {
      error: { kind: 'connection' },
    }),
  ]),
  one('makes no key for a server that honours none, and repeats no write that may have reached it', [
    learning(withoutKeys),
    creates([step(bare, 'broken')], { error: { kind: 'connection' } }),
    creates([step(bare, { ...unavailable, headers: withoutKeys })], {
      error: { kind: 'service', code: 'unavailable' },
    }),
    creates([step(bare, 'unreachable'), first, step(bare, { ...created, headers: withoutKeys })]),
  ]),
  one('asks what the server offers before it repeats a write, and doesn’t repeat it if no key is honoured', [
    creates([step(kept, 'broken'), { request: question, response: successOf('listMemories', withoutKeys) }], {
      error: { kind: 'connection' },
    }),
  ]),
  one('repeats a write that cannot have reached a plain server', [
    learning({}),
    creates([step(bare, 'unreachable'), first, step(bare, { status: 201, body: memory })]),
  ]),
  one('repeats a write that a plain server refused for its rate', [
    learning({}),
    creates([
      step(bare, plainRefusal(429, 'rate_limited', 5)),
      { wait: [5, 6] },
      step(bare, { status: 201, body: memory }),
    ]),
  ]),
  one('repeats no change after a broken connection', [
    learning(),
    updates([step(changing, 'broken')], { error: { kind: 'connection' } }),
  ]),
  one('repeats a change that was refused for its rate', [
    learning(),
    updates([
      step(changing, refusal(429, 'rate_limited', 2)),
      { wait: [2, 3] },
      step(changing, { status: 200, headers: everything, body: memory }),
    ]),
  ]),
  ...([403, 429, 503] as const).map((status) =>
    one(`waits as long as the server says if rate_limited comes with ${status}`, [
      reads([read(plainRefusal(status, 'rate_limited', 20)), { wait: [20, 21] }, read(done)]),
    ]),
  ),
  one('waits until the reset of the rate limit', [
    reads([
      read({
        status: 429,
        headers: { 'x-ratelimit-reset': '1800000042' },
        body: { error: { code: 'rate_limited', message: 'No.' } },
      }),
      { wait: [42, 43] },
      read(done),
    ]),
  ]),
  one(
    'raises instead of waiting longer than maxWait',
    [
      reads([read(refusal(429, 'rate_limited', 61))], {
        error: { kind: 'service', code: 'rate_limited', status: 429, retryAfter: [61, 61] },
      }),
    ],
    { maxWait: 60 },
  ),
  one('does not wait for a quota', [
    reads([read(refusal(403, 'quota_exceeded', 30))], {
      error: { kind: 'service', code: 'quota_exceeded', status: 403, retryAfter: [30, 30] },
    }),
  ]),
  one(
    'doubles the bound of its waits up to 8 seconds',
    [reads([0.5, 1, 2, 4, 8, 8].flatMap((most): Step[] => [read('broken'), { wait: [0, most] }]).concat([read(done)]))],
    { maxRetries: 6 },
  ),
];

function learnedSearch(): Pick<KitCall, 'body' | 'steps'> {
  const given = { query: 'room' };
  const request = requestOf('searchMemories', { body: given });
  return {
    body: given,
    steps: [
      step(request, 'broken'),
      first,
      step(request, { ...successOf('searchMemories'), body: samples.searchMemories.answer }),
    ],
  };
}

import { headers } from '../../src/v1/headers.ts';
import { client, type GivenResponse, type KitCall, type KitCase } from './kit.ts';
import { offersAll, firstCall, memory, requestOf, samples, successOf } from './samples.ts';

const lowerCaseNames = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));

const { id } = memory;
const readCall = (response: GivenResponse, end: Pick<KitCall, 'error' | 'result' | 'rateLimit'>): KitCall => ({
  operation: 'readMemory',
  id,
  steps: [{ request: requestOf('readMemory', { id }), response }],
  ...end,
});

function createCall(operation: 'createMemory' | 'createToken', given: Record<string, string>, body: object): KitCall {
  const { answer: _, ...call } = samples[operation];
  return {
    operation,
    ...call,
    steps: [{ request: requestOf(operation, call), response: { ...successOf(operation), headers: given, body } }],
    result: body,
  };
}

const refused = (status: 401 | 405, code: string, given: Record<string, string>): KitCase => ({
  name: `raises ${code} for ${status} with ${Object.keys(given).join(', ')}`,
  covers: [`error.${code}`],
  client,
  calls: [
    readCall(
      { status, headers: { ...offersAll, ...lowerCaseNames(given) }, body: { error: { code, message: 'No.' } } },
      { error: { kind: 'service', code, status } },
    ),
  ],
});

const withHeaders = (given: Record<string, string>): GivenResponse => ({
  ...successOf('readMemory'),
  headers: { ...offersAll, ...lowerCaseNames(given) },
});
const { token: _, ...tokenWithoutSecret } = samples.createToken.answer as Record<string, unknown>;

export const headerCases: KitCase[] = [
  {
    name: 'shows the rate limit of the last response that has one',
    covers: [],
    client,
    calls: [
      readCall(
        withHeaders({
          [headers.rateLimit]: '120',
          [headers.rateRemaining]: '119',
          [headers.rateReset]: '1800000060',
        }),
        { result: memory, rateLimit: { limit: 120, remaining: 119, resetIn: 60 } },
      ),
      readCall(withHeaders({}), { result: memory, rateLimit: { limit: 120, remaining: 119, resetIn: 60 } }),
      readCall(withHeaders({ [headers.rateRemaining]: '7' }), {
        result: memory,
        rateLimit: { limit: null, remaining: 7, resetIn: null },
      }),
    ],
  },
  {
    name: 'returns a result even if a header has a time out of range',
    covers: [],
    client,
    calls: [
      readCall(withHeaders({ [headers.rateLimit]: '120', [headers.rateReset]: '99999999999d' }), {
        result: memory,
        rateLimit: { limit: 120, remaining: null, resetIn: null },
      }),
      readCall(withHeaders({ date: `Fri, 15 Jan 2027 08:00:00 +${'9'.repeat(20)}`, [headers.rateReset]: '30s' }), {
        result: memory,
        rateLimit: { limit: null, remaining: null, resetIn: 30 },
      }),
    ],
  },
  {
    name: 'accepts the response of createMemory with ETag and Location',
    covers: ['operation.createMemory'],
    client,
    calls: [
      firstCall(),
      createCall(
        'createMemory',
        { ...offersAll, ...lowerCaseNames({ [headers.etag]: '"3"', [headers.location]: `/v1/memories/${id}` }) },
        memory,
      ),
    ],
  },
  {
    name: 'accepts the replayed response of createToken, which has no secret',
    covers: ['operation.createToken'],
    client,
    calls: [
      firstCall(),
      createCall(
        'createToken',
        { ...offersAll, ...lowerCaseNames({ [headers.idempotencyReplayed]: 'true' }) },
        tokenWithoutSecret,
      ),
    ],
  },
  refused(401, 'unauthorized', { [headers.authenticate]: 'Bearer' }),
  refused(405, 'method_not_allowed', { [headers.allow]: 'GET' }),
];

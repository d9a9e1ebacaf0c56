import { headers } from '../../src/v1/headers.ts';
import { client, type GivenResponse, type KitCall, type KitCase } from './kit.ts';
import { everything, learning, memory, requestOf, samples, successOf } from './samples.ts';

const lower = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));

const { id } = memory;
const reads = (response: GivenResponse, end: Pick<KitCall, 'error' | 'result' | 'rateLimit'>): KitCall => ({
  operation: 'readMemory',
  id,
  steps: [{ request: requestOf('readMemory', { id }), response }],
  ...end,
});

function creates(operation: 'createMemory' | 'createToken', given: Record<string, string>, body: object): KitCall {
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
    reads(
      { status, headers: { ...everything, ...lower(given) }, body: { error: { code, message: 'No.' } } },
      { error: { kind: 'service', code, status } },
    ),
  ],
});

const withHeaders = (given: Record<string, string>): GivenResponse => ({
  ...successOf('readMemory'),
  headers: { ...everything, ...lower(given) },
});
const { token: _, ...tokenAgain } = samples.createToken.answer as Record<string, unknown>;

/** What clients do with the headers of responses. */
export const headerCases: KitCase[] = [
  {
    name: 'shows the rate limit of the last response that has one',
    covers: [],
    client,
    calls: [
      reads(
        withHeaders({
          [headers.rateLimit]: '120',
          [headers.rateRemaining]: '119',
          [headers.rateReset]: '1800000060',
        }),
        { result: memory, rateLimit: { limit: 120, remaining: 119, resetIn: 60 } },
      ),
      reads(withHeaders({}), { result: memory, rateLimit: { limit: 120, remaining: 119, resetIn: 60 } }),
      reads(withHeaders({ [headers.rateRemaining]: '7' }), {
        result: memory,
        rateLimit: { limit: null, remaining: 7, resetIn: null },
      }),
    ],
  },
  {
    name: 'accepts the response of createMemory with ETag and Location',
    covers: ['operation.createMemory'],
    client,
    calls: [
      learning(),
      creates(
        'createMemory',
        { ...everything, ...lower({ [headers.etag]: '"3"', [headers.location]: `/v1/memories/${id}` }) },
        memory,
      ),
    ],
  },
  {
    name: 'accepts the replayed response of createToken, which has no secret',
    covers: ['operation.createToken'],
    client,
    calls: [
      learning(),
      creates('createToken', { ...everything, ...lower({ [headers.idempotencyReplayed]: 'true' }) }, tokenAgain),
    ],
  },
  refused(401, 'unauthorized', { [headers.authenticate]: 'Bearer' }),
  refused(405, 'method_not_allowed', { [headers.allow]: 'GET' }),
];

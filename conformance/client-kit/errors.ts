import { errorCodeNames, errorCodes, type ErrorCode } from '../../src/v1/errors.ts';
import { client, type ExpectedError, type GivenResponse, type KitCase } from './kit.ts';
import { firstCall, memory, offersAll, requestOf } from './samples.ts';

const withoutRetries = { ...client, maxRetries: 0 };
const id = memory.id;
const requestLine = { method: 'GET', path: `/v1/memories/${id}` };

function refused(name: string, covers: string[], response: GivenResponse, error: ExpectedError): KitCase {
  return {
    name,
    covers,
    client: withoutRetries,
    calls: [{ operation: 'readMemory', id, steps: [{ request: requestOf('readMemory', { id }), response }], error }],
  };
}

/** A first call shows the client what the server offers. Then the client revokes a token and gets `response`. */
function revocation(name: string, response: GivenResponse, error?: ExpectedError): KitCase {
  const steps = [{ request: requestOf('revokeToken', { id: 'tok_1' }), response }];
  return {
    name,
    covers: [],
    client: withoutRetries,
    calls: [firstCall(), { operation: 'revokeToken', id: 'tok_1', steps, ...(error && { error }) }],
  };
}

/**
 * Codes that v1 doesn't have. `like`: the v1 code with the same status, whose error class a client uses. Null: v1
 * doesn't have the status either, so a client uses the general class.
 */
const foreignCodes: [status: number, code: string, like: ErrorCode | null][] = [
  [401, 'who_are_you', 'unauthorized'],
  [403, 'not_you', 'forbidden'],
  [404, 'unknown_memory', 'not_found'],
  [409, 'taken', 'conflict'],
  [418, 'teapot', null],
  [422, 'bad_field', null],
  [429, 'slow_down', 'rate_limited'],
  [500, 'broken', 'internal'],
];

/** How servers say how long to wait, with the expected minimum and maximum in seconds. */
const waits: [name: string, given: Record<string, string>, seconds: [number, number]][] = [
  ['Retry-After in seconds', { 'retry-after': '7' }, [7, 7]],
  ['Retry-After as a date', { 'retry-after': 'Fri, 15 Jan 2027 08:00:09 GMT' }, [9, 9]],
  ['Retry-After before Reset', { 'retry-after': '7', 'x-ratelimit-reset': '30' }, [7, 7]],
  ['RateLimit', { ratelimit: '"default";r=0;t=11', 'x-ratelimit-reset': '30' }, [11, 11]],
  ['Reset in seconds', { 'x-ratelimit-reset': '30' }, [30, 30]],
  ['Reset in Unix seconds', { 'x-ratelimit-reset': '1800000030' }, [30, 30]],
  ['Reset in Unix milliseconds', { 'x-ratelimit-reset': '1800000030000' }, [30, 30]],
  ['Reset in Unix microseconds', { 'x-ratelimit-reset': '1800000030000000' }, [30, 30]],
  ['Reset as a time', { 'x-ratelimit-reset': '2027-01-15T08:00:30Z' }, [30, 30]],
  ['Reset as a duration', { 'x-ratelimit-reset': '1m30s' }, [90, 90]],
  ['Reset in milliseconds as a duration', { 'x-ratelimit-reset': '250ms' }, [0.25, 0.25]],
  [
    "Reset by this machine's clock, if the server's Date is within 2 s of it",
    { 'x-ratelimit-reset': '1800000030', date: 'Fri, 15 Jan 2027 07:59:59 GMT' },
    [30, 30],
  ],
  [
    "Reset by the server's clock, which is an hour ahead",
    { 'x-ratelimit-reset': '1800003630', date: 'Fri, 15 Jan 2027 09:00:00 GMT' },
    [30, 30],
  ],
];

const body = (code: string, more: object = {}) => ({ error: { code, message: `It is ${code}.`, ...more } });

export const errorCases: KitCase[] = [
  ...errorCodeNames.flatMap((code) =>
    errorCodes[code].statuses.map((status) =>
      refused(
        `raises ${code} for ${status}`,
        [`error.${code}`],
        { status, headers: { ...offersAll, 'x-request-id': 'req_1' }, body: body(code) },
        { kind: 'service', code, status, message: `It is ${code}.`, requestId: 'req_1', ...requestLine },
      ),
    ),
  ),
  refused(
    'shows the details of an error',
    ['error.invalid_request'],
    { status: 400, body: body('invalid_request', { details: [{ path: 'tags.0', message: 'must not be empty' }] }) },
    {
      kind: 'service',
      code: 'invalid_request',
      status: 400,
      details: [{ path: 'tags.0', message: 'must not be empty' }],
    },
  ),
  ...foreignCodes.map(([status, code, like]) =>
    refused(
      `raises the ${like === null ? 'general class' : `class of ${status}`} for the code ${code}`,
      [],
      { status, body: body(code) },
      { kind: 'service', code, like, status, message: `It is ${code}.` },
    ),
  ),
  refused(
    'raises the class of the error code even if the status belongs to another code',
    ['error.rate_limited'],
    { status: 403, body: body('rate_limited', { retryAfter: 12 }) },
    { kind: 'service', code: 'rate_limited', status: 403, retryAfter: [12, 12] },
  ),
  refused(
    'raises the general class, with the status, if an error response isn’t JSON',
    [],
    { status: 502, text: '<html>Bad Gateway</html>' },
    { kind: 'service', code: 'unknown', like: null, status: 502, ...requestLine },
  ),
  refused(
    'follows no redirect',
    [],
    { status: 302, headers: { location: 'https://elsewhere.test/' }, text: '' },
    { kind: 'service', code: 'unknown', like: null, status: 302 },
  ),
  refused(
    'raises for a success that isn’t JSON',
    [],
    { status: 200, text: 'Welcome to the hotel network' },
    { kind: 'malformed' },
  ),
  revocation(
    'raises for a deletion whose response isn’t JSON, such as a sign-in page of a network',
    { status: 200, text: '<html>Welcome to the hotel network</html>' },
    { kind: 'malformed' },
  ),
  revocation('accepts a JSON response to a deletion', { status: 200, body: { revoked: true } }),
  revocation('accepts an empty response to a deletion', { status: 204, text: '' }),
  refused(
    'raises for a success that lacks a field of the source document',
    [],
    { status: 200, body: { id, content: 'a' } },
    { kind: 'malformed' },
  ),
  refused(
    'raises for a field of another type',
    [],
    { status: 200, body: { ...memory, tags: 'hotel' } },
    { kind: 'malformed' },
  ),
  ...waits.map(([name, given, retryAfter]) =>
    refused(
      `reads ${name}`,
      ['error.rate_limited'],
      { status: 429, headers: given, body: body('rate_limited') },
      { kind: 'service', code: 'rate_limited', status: 429, retryAfter },
    ),
  ),
];

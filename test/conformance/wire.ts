import type { Transport } from '../../src/client/transport.ts';
import { errorCodes } from '../../src/v1/errors.ts';
import { extensionNames } from '../../src/v1/operations.ts';
import { check, show } from './expect.ts';
import { refusalIn } from './shapes.ts';

/** A request as it goes out. `body` is the text itself, so that it may be anything. */
export interface Sent {
  method: string;
  /** With `/v1` and the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent as `Authorization: Bearer …`. */
  token?: string | undefined;
}

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** The parsed text; undefined where there is none. */
  body: unknown;
}

/** Sends one request; throws where the answer lacks what v1 promises of every answer. */
export async function sendOver(transport: Transport, sent: Sent): Promise<Answer> {
  const authorization: Record<string, string> = sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` };
  const { status, headers, body } = await transport({
    commonplace: 1,
    method: sent.method,
    path: sent.path,
    headers: { ...authorization, ...sent.headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  const text = body ?? '';
  const answer = { status, headers, text, body: parse(text) };
  try {
    checkEveryAnswer(answer);
  } catch (problem) {
    throw new Error(`${sent.method} ${sent.path.slice(0, 200)} → ${status}: ${(problem as Error).message}`, { cause: problem });
  }
  return answer;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    check(false, `a body that is not JSON: ${show(text)}`);
  }
}

function checkEveryAnswer(answer: Answer): void {
  checkRateHeaders(answer.headers);
  checkExtensions(answer.headers['memory-extensions']);
  if (answer.status === 204) return check(answer.text === '', 'a 204 has no body');
  check(/^application\/json\b/i.test(answer.headers['content-type'] ?? ''), `Content-Type is ${answer.headers['content-type']}`);
  if (answer.status >= 400) checkRefusal(answer);
}

function checkRateHeaders(headers: Record<string, string>): void {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    check(/^\d+$/.test(headers[name] ?? ''), `header ${name} is ${headers[name]}`);
  }
  check(Number(headers['x-ratelimit-remaining']) <= Number(headers['x-ratelimit-limit']), 'more requests remain than are allowed');
}

function checkExtensions(value: string | undefined): void {
  const [version, ...names] = (value ?? '').split(', ');
  check(version === 'v=1', `Memory-Extensions is ${value}`);
  for (const name of names) check((extensionNames as readonly string[]).includes(name), `Memory-Extensions names ${name}`);
}

function checkRefusal({ status, headers, body }: Answer): void {
  const { code, retryAfter } = refusalIn(body);
  check((errorCodes[code].statuses as readonly number[]).includes(status), `${code} came with ${status}`);
  if (status === 401) check(/^Bearer\b/.test(headers['www-authenticate'] ?? ''), '401 without WWW-Authenticate: Bearer');
  if (status === 405) check(headers['allow'] !== undefined, '405 without Allow');
  if (status === 429) check(retryAfter !== undefined, '429 without retryAfter');
  if (retryAfter !== undefined) check(headers['retry-after'] === String(retryAfter), `Retry-After is ${headers['retry-after']}, retryAfter ${retryAfter}`);
}

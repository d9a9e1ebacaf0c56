import { keywordIndex } from '../../src/search/keyword/keyword-index.ts';
import { createService, type Service } from '../../src/service/app.ts';
import type { KeywordIndex } from '../../src/service/ports/keyword-index.ts';
import type { PageLog } from '../../src/service/ports/page-log.ts';
import type { Meaning } from '../../src/service/search/meaning.ts';
import type { Store } from '../../src/service/ports/store.ts';
import type { Vouched } from '../../src/service/vouched.ts';
import { testClock, type TestClock } from './clock.ts';

export interface SendOptions {
  token?: string;
  vouched?: Vouched;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  // Tests read different fields of the body.
  // oxlint-disable-next-line no-explicit-any
  body: any;
}

export interface TestService {
  service: Service;
  clock: TestClock;
  store: Store;
  faults: unknown[];
  /** Sends a request below `/v1`. Without `vouched`: as the popup or, with a token, as a client on the network. */
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<TestResponse>;
  /** Creates a token and returns its secret. */
  token(fields: Record<string, unknown>, vouched?: Vouched): Promise<string>;
  /** Advances the clock by days, with maintenance at the end of each day. */
  passDays(days: number): Promise<void>;
}

export function testService(
  store: Store,
  {
    clock = testClock(),
    meaning,
    pageLog,
    index = keywordIndex({}),
    catchUpMs,
    dropsTombstones = false,
  }: {
    clock?: TestClock;
    meaning?: Meaning;
    pageLog?: PageLog;
    index?: KeywordIndex;
    dropsTombstones?: boolean;
    catchUpMs?: number;
  } = {},
): TestService {
  const faults: unknown[] = [];
  const service = createService({
    store,
    clock,
    keyword: () => index,
    dropsTombstones,
    ...(meaning && { meaning }),
    ...(pageLog && { pageLog }),
    ...(catchUpMs !== undefined && { catchUpMs }),
    report: (fault) => faults.push(fault),
  });

  async function send(
    method: string,
    path: string,
    body?: unknown,
    { token, vouched, headers = {} }: SendOptions = {},
  ): Promise<TestResponse> {
    const request = new Request(`http://test.invalid/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await service.fetch(request, vouched ?? (token === undefined ? { source: 'popup' } : {}));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  return {
    service,
    clock,
    store,
    faults,
    send,
    async token(fields, vouched = {}) {
      const answer = await send(
        'POST',
        '/tokens',
        { name: 'test', ...fields },
        { vouched: { source: 'popup', ...vouched } },
      );
      if (answer.status !== 201) throw new Error(`no token: ${JSON.stringify(answer.body)}`);
      return answer.body.token;
    },
    async passDays(days) {
      for (let day = 0; day < days; day++) {
        clock.advance(86_400);
        await service.maintain();
      }
    },
  };
}

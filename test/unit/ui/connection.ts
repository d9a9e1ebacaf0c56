import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import { ownClient, type Transport } from '../../../src/client/index.ts';
import { handleEnvelope } from '../../../src/service/envelope.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../../src/v1/envelope.ts';
import type { ErrorCode } from '../../../src/v1/errors.ts';
import { testService } from '../../support/service.ts';

/** Handles a request; `pass` forwards it to the service. */
export type RequestHandler = (
  request: RequestEnvelope,
  pass: () => Promise<ResponseEnvelope>,
) => Promise<ResponseEnvelope>;

export type TestConnection = ReturnType<typeof connectToService>;

/** A connection to an in-process service, like the popup's. A handler can delay, drop or replace its responses. */
export function connectToService(store = inMemoryStore()) {
  const { service, send } = testService(store);
  const sent: RequestEnvelope[] = [];
  let handle = passThrough;
  let openRequests = 0;
  const transport: Transport = async (request) => {
    sent.push(request);
    openRequests++;
    try {
      return await handle(request, () => handleEnvelope(service, request, { source: 'popup' }));
    } finally {
      openRequests--;
    }
  };

  return {
    client: ownClient(transport),
    transport,
    sent,
    /** Sends a request directly to the service, as another screen would. */
    sendFromElsewhere: send,
    handleWith(handler: RequestHandler): void {
      handle = handler;
    },
    /** Resolves when only timers are left. `waiting`: the number of requests whose responses a test is holding back. */
    async untilIdle(waiting = 0): Promise<void> {
      for (let idle = 0; idle < 5; idle = openRequests <= waiting ? idle + 1 : 0) await setImmediate();
    },
  };
}

/** Fakes timers, and the clock that decides how long a search waits for its index. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

export const passThrough: RequestHandler = (_, pass) => pass();

/** Fails as if the service were unreachable. */
export const unreachable: RequestHandler = () => Promise.reject(new Error('nobody there'));

/** Passes the request to the service and loses the response. */
export const loseResponse: RequestHandler = async (_, pass) => {
  await pass();
  throw new Error('the answer is lost');
};

/** Refuses every request with this status and code. */
export const refuseWith =
  (status: number, code: ErrorCode): RequestHandler =>
  async () => ({
    commonplace: 1,
    status,
    headers: {},
    body: JSON.stringify({ error: { code, message: `The server’s message for ${code}.` } }),
  });

/** Holds responses back. `release(n)` delivers the n-th response, counted from 0. Any order is possible. */
export function holdResponses() {
  const gates: PromiseWithResolvers<void>[] = [];
  const handler: RequestHandler = async (_, pass) => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    const answer = await pass();
    await gate.promise;
    return answer;
  };
  return { handler, count: () => gates.length, release: (nth: number) => gates[nth]!.resolve() };
}

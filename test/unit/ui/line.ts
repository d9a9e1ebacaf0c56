import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import { Commonplace, type Transport } from '../../../src/client/index.ts';
import { handleEnvelope } from '../../../src/service/envelope.ts';
import { memoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../../src/v1/envelope.ts';
import type { ErrorCode } from '../../../src/v1/errors.ts';
import { testService } from '../../support/service.ts';

/** Handles a request; `pass` forwards it to the service. */
export type Way = (request: RequestEnvelope, pass: () => Promise<ResponseEnvelope>) => Promise<ResponseEnvelope>;

export type Line = ReturnType<typeof lineToService>;

/** The service in process with a line to it like the popup's, which can be slow, broken, or answer by itself. */
export function lineToService() {
  const { service, send } = testService(memoryStore());
  const sent: RequestEnvelope[] = [];
  const inner = { way: open };
  let under = 0;
  const transport: Transport = async (request) => {
    sent.push(request);
    under++;
    try {
      return await inner.way(request, () => handleEnvelope(service, request, { source: 'popup' }));
    } finally {
      under--;
    }
  };

  return {
    client: new Commonplace({ transport }),
    transport,
    sent,
    /** Sends a request past the line, as another screen would. */
    elsewhere: send,
    /** Sets how every request is handled from now on. */
    be(way: Way): void {
      inner.way = way;
    },
    /** Waits until everything is done that needs no timer. `waiting`: how many requests are held back on purpose. */
    async rest(waiting = 0): Promise<void> {
      for (let calm = 0; calm < 5; calm = under <= waiting ? calm + 1 : 0) await setImmediate();
    },
  };
}

/** Freezes timers, and the clock by which the search decides whether to pause. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

/** Everything works. */
export const open: Way = (_, pass) => pass();

/** The service is unreachable. */
export const cut: Way = () => Promise.reject(new Error('nobody there'));

/** The service handles the request, but its response is lost. */
export const deaf: Way = async (_, pass) => {
  await pass();
  throw new Error('the answer is lost');
};

/** Every request is refused with this code. */
export const refusing =
  (status: number, code: ErrorCode): Way =>
  async () => ({
    commonplace: 1,
    status,
    headers: {},
    body: JSON.stringify({ error: { code, message: `A sentence of ${code}.` } }),
  });

/** Holds responses back; `release(n)` lets the n-th through, in any order. */
export function holding() {
  const gates: PromiseWithResolvers<void>[] = [];
  const way: Way = async (_, pass) => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    const answer = await pass();
    await gate.promise;
    return answer;
  };
  return { way, count: () => gates.length, release: (nth: number) => gates[nth]!.resolve() };
}

import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import { Commonplace, type Transport } from '../../../src/client/index.ts';
import { handleEnvelope } from '../../../src/service/envelope.ts';
import { memoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../../src/v1/envelope.ts';
import type { ErrorCode } from '../../../src/v1/errors.ts';
import { testService } from '../../support/service.ts';

/** What becomes of a request; `pass` lets the service answer it. */
export type Way = (request: RequestEnvelope, pass: () => Promise<ResponseEnvelope>) => Promise<ResponseEnvelope>;

export type Line = ReturnType<typeof lineToService>;

/** The service in process and a line to it, as the popup has one; the line can be slow, broken, or answer by itself. */
export function lineToService() {
  const { service, send } = testService(memoryStore());
  const sent: RequestEnvelope[] = [];
  const inner = { way: open };
  let under = 0;
  const transport: Transport = async (request) => {
    sent.push(request);
    under++;
    try {
      return await inner.way(request, () => handleEnvelope(service, request, { door: 'popup' }));
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
    /** What becomes of every request from now on. */
    be(way: Way): void {
      inner.way = way;
    },
    /** Lets everything come to its end that waits for no timer. `waiting`: so many requests are held on purpose. */
    async rest(waiting = 0): Promise<void> {
      for (let calm = 0; calm < 5; calm = under <= waiting ? calm + 1 : 0) await setImmediate();
    },
  };
}

/** Timers go off only when a test moves them; and the search takes no pause, which it does by the time that it took. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

/** All is well. */
export const open: Way = (_, pass) => pass();

/** Nobody is there. */
export const cut: Way = () => Promise.reject(new Error('nobody there'));

/** The service does what it is asked, and its answer is lost. */
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

/** Answers are made and then held; `release(n)` lets the n-th go, in whatever order. */
export function holding() {
  const gates: PromiseWithResolvers<void>[] = [];
  const way: Way = async (_, pass) => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    const answer = await pass();
    await gate.promise;
    return answer;
  };
  return { way, held: () => gates.length, release: (nth: number) => gates[nth]!.resolve() };
}

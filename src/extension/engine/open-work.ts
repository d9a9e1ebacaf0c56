import { within } from '../../lib/timing.ts';
import type { WorkerMessage } from './worker.ts';

/** The longest time that other work waits for open requests, in milliseconds. */
const maxWaitMs = 1_000;

/** Tracks the engine's work. Requests go before everything else. */
export interface OpenWork {
  request<T>(work: () => Promise<T>): Promise<T>;
  background<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no request is open, or after a second, so that constant requests don't stop everything else. */
  untilNoRequests(): Promise<void>;
}

/** Tells the host when work begins (`busy`) and ends (`idle`), so that the host isn't suspended in between. */
export function openWork(tell: (message: WorkerMessage) => void): OpenWork {
  let openCount = 0;
  let requestCount = 0;
  let waiting: (() => void)[] = [];

  async function track<T>(work: () => Promise<T>): Promise<T> {
    if (openCount++ === 0) tell('busy');
    try {
      return await work();
    } finally {
      if (--openCount === 0) tell('idle');
    }
  }

  return {
    background: track,
    async request(work) {
      requestCount++;
      try {
        return await track(work);
      } finally {
        if (--requestCount === 0) {
          for (const resolve of waiting) resolve();
          waiting = [];
        }
      }
    },
    async untilNoRequests() {
      if (requestCount > 0) await within(maxWaitMs, new Promise<void>((resolve) => waiting.push(resolve)));
    },
  };
}

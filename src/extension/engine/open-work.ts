import { within } from '../../lib/timing.ts';
import type { WorkerNews } from './worker.ts';

const longestWaitMs = 1_000;

/** Tracks the engine's work. Requests go before everything else. */
export interface OpenWork {
  /** Runs a request and counts it as open until it ends. */
  request<T>(work: () => Promise<T>): Promise<T>;
  /** Runs background work and counts it as open until it ends. */
  background<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no request is open, or after a second: constant requests must not stop everything else. */
  untilNoRequests(): Promise<void>;
}

/** Tells the host when work begins (`busy`) and ends (`idle`), so that it isn't suspended meanwhile. */
export function openWork(tell: (news: WorkerNews) => void): OpenWork {
  let open = 0;
  let requests = 0;
  let waiting: (() => void)[] = [];

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    if (open++ === 0) tell('busy');
    try {
      return await work();
    } finally {
      if (--open === 0) tell('idle');
    }
  }

  return {
    background: counted,
    async request(work) {
      requests++;
      try {
        return await counted(work);
      } finally {
        if (--requests === 0) {
          for (const go of waiting) go();
          waiting = [];
        }
      }
    },
    async untilNoRequests() {
      if (requests > 0) await within(longestWaitMs, new Promise<void>((resolve) => waiting.push(resolve)));
    },
  };
}

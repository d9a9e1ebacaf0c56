import { within } from '../../lib/timing.ts';
import type { WorkerNews } from './worker.ts';

const patienceMs = 1_000;

/** What the engine has in hand. Requests go before everything else. */
export interface OpenWork {
  /** Counts a request as long as it takes. */
  request<T>(work: () => Promise<T>): Promise<T>;
  /** Counts something that nobody waits for, as long as it takes. */
  background<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves as soon as no request is open, or after a second: where requests come without end, the rest must go on too. */
  noRequest(): Promise<void>;
}

/** Tells the host `busy` while there is work, so that it is not suspended. */
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
    async noRequest() {
      if (requests > 0) await within(patienceMs, new Promise<void>((resolve) => waiting.push(resolve)));
    },
  };
}

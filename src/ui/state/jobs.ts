import { signal } from '@preact/signals';
import { orAborted, pause } from '../../lib/timing.ts';
import { hasCode } from './sentence.ts';

/** The running job: an action on many memories. */
export interface Job {
  /** The name of the action, such as “Deleting”. */
  label: string;
  done: number;
  total: number;
  state: 'running' | 'paused' | 'waiting';
  /** In state `waiting`: after how many seconds the server accepts requests again. */
  seconds?: number;
}

/** How a job ended. */
export interface JobEnd<Item> {
  /** Items that were not completed, because the user stopped the job or it failed. */
  left: Item[];
  /** Why the job ended early; undefined if the user stopped it or no items are left. */
  failure?: unknown;
}

/** How many items a job acts on at once: more than one for speed, but few enough not to delay other requests. */
const usuallyAtOnce = 4;

export type Jobs = ReturnType<typeof createJobs>;

/** Runs one job at a time, with pause, resume and stop. Waits when the server limits requests. */
export function createJobs() {
  const current = signal<Job>();
  let resumed = Promise.withResolvers<void>();
  let stopped = new AbortController();

  function change(changes: Partial<Job>): void {
    if (current.value !== undefined) current.value = { ...current.value, ...changes };
  }

  /** Acts on an item as soon as the job isn't paused. If the rate limit is used up, waits and acts again. */
  async function perform<Item>(item: Item, act: (item: Item) => Promise<void>): Promise<void> {
    for (;;) {
      if (current.value?.state === 'paused') await orAborted(resumed.promise, stopped.signal);
      stopped.signal.throwIfAborted();
      try {
        return await act(item);
      } catch (failure) {
        if (!hasCode(failure, 'rate_limited')) throw failure;
        const seconds = Math.max(1, Math.ceil(failure.retryAfter ?? 1));
        if (current.value?.state === 'running') change({ state: 'waiting', seconds });
        await orAborted(pause(seconds * 1_000), stopped.signal);
        if (current.value?.state === 'waiting') change({ state: 'running' });
      }
    }
  }

  return {
    current,

    /**
     * Acts on each item. Never rejects; resolves to undefined if another job is running. `atOnce`: how many items to
     * act on at once; 1 to act on them in order.
     */
    async run<Item>(
      label: string,
      items: readonly Item[],
      act: (item: Item) => Promise<void>,
      atOnce = usuallyAtOnce,
    ): Promise<JobEnd<Item> | undefined> {
      if (current.value !== undefined) return undefined;
      current.value = { label, done: 0, total: items.length, state: 'running' };
      stopped = new AbortController();
      const left = new Set(items);
      /** Shared by all workers, so that each item is processed once. */
      const queue = items.values();
      let failure: unknown;
      async function work(): Promise<void> {
        for (const item of queue) {
          await perform(item, act);
          left.delete(item);
          change({ done: items.length - left.size });
        }
      }
      await Promise.all(
        Array.from({ length: atOnce }, () =>
          work().catch((cause: unknown) => {
            if (!stopped.signal.aborted) failure = cause;
            stopped.abort();
          }),
        ),
      );
      current.value = undefined;
      return { left: [...left], failure };
    },

    pause: () => change({ state: 'paused' }),

    resume(): void {
      change({ state: 'running' });
      resumed.resolve();
      resumed = Promise.withResolvers();
    },

    /** Ends the job; completed items stay changed. */
    stop: () => stopped.abort(),
  };
}

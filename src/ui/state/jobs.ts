import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import { orAborted, pause } from '../../lib/timing.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { hasCode } from './sentence.ts';

/** The running job: an action on many memories. */
export interface Job {
  /** The name of the action, such as “Deleting”. */
  label: string;
  done: number;
  /** Undefined while the job still finds out what to act on. */
  total: number | undefined;
  state: 'running' | 'paused' | 'waiting';
  /** In state `waiting`: after how many seconds the server accepts requests again. */
  seconds?: number;
}

/** How a job ended. */
export interface JobEnd<Item> {
  /** Items that were not completed, because the user stopped the job or it failed. */
  left: Item[];
  /** How many items there were; undefined if the job ended before it had found them. */
  total: number | undefined;
  /** Why the job ended early; undefined if the user stopped it or all items are done. */
  failure?: unknown;
}

/** How many items a job acts on at once: more than one for speed, but few enough not to delay other requests. */
const usuallyAtOnce = 4;

/**
 * Performs a part of a job, such as a request. Waits while the job is paused. If the rate limit refuses the request,
 * waits and repeats the part. Rejects if the part fails for another reason, or if the job is stopped.
 */
type Perform = <Result>(part: () => Promise<Result>) => Promise<Result>;

/** Finds the items of a job, which is shown as running meanwhile. */
export type FindItems<Item> = (perform: Perform) => Promise<readonly Item[]>;

/** Lists memories as a part of a job. */
export async function listAll(
  { memories }: Client,
  query: { tag?: string[] },
  perform: Perform,
): Promise<readonly Memory[]> {
  const all: Memory[] = [];
  let cursor: string | null | undefined;
  do {
    const from = cursor;
    const page = await perform(() =>
      memories.list({ ...query, limit: limits.maxPageSize, ...(from != null && { cursor: from }) }),
    );
    all.push(...page.memories);
    cursor = page.nextCursor;
  } while (cursor != null);
  return all;
}

export type Jobs = ReturnType<typeof createJobs>;

/** Runs one job at a time, with pause, resume and stop. Waits when the server limits requests. */
export function createJobs() {
  const current = signal<Job>();
  let resumed = Promise.withResolvers<void>();
  let stopped = new AbortController();

  function change(changes: Partial<Job>): void {
    if (current.value !== undefined) current.value = { ...current.value, ...changes };
  }

  async function perform<Result>(part: () => Promise<Result>): Promise<Result> {
    for (;;) {
      if (current.value?.state === 'paused') await orAborted(resumed.promise, stopped.signal);
      stopped.signal.throwIfAborted();
      try {
        return await part();
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
     * Acts on each item. Never rejects; resolves to undefined if another job is running. `items`: may be a function
     * that finds them. `atOnce`: how many items to act on at once; 1 to act on them in order.
     */
    async run<Item>(
      label: string,
      items: readonly Item[] | FindItems<Item>,
      act: (item: Item) => Promise<void>,
      atOnce = usuallyAtOnce,
    ): Promise<JobEnd<Item> | undefined> {
      if (current.value !== undefined) return undefined;
      const total = typeof items === 'function' ? undefined : items.length;
      current.value = { label, done: 0, total, state: 'running' };
      stopped = new AbortController();
      let failure: unknown;
      function fail(cause: unknown): void {
        if (!stopped.signal.aborted) failure = cause;
        stopped.abort();
      }
      /** Undefined if the job was stopped or failed meanwhile. */
      async function find(finder: FindItems<Item>): Promise<readonly Item[] | undefined> {
        try {
          const items = await finder(perform);
          if (stopped.signal.aborted) return undefined;
          change({ total: items.length });
          return items;
        } catch (cause) {
          fail(cause);
          return undefined;
        }
      }
      const found = typeof items === 'function' ? await find(items) : items;
      const all = found ?? [];
      const left = new Set(all);
      /** Shared by all workers, so that each item is processed once. */
      const queue = all.values();
      async function work(): Promise<void> {
        for (const item of queue) {
          await perform(() => act(item));
          left.delete(item);
          change({ done: all.length - left.size });
        }
      }
      await Promise.all(Array.from({ length: atOnce }, () => work().catch(fail)));
      current.value = undefined;
      return { left: [...left], total: found?.length, failure };
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

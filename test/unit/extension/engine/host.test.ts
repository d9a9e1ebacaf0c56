import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { engineHost } from '../../../../src/extension/engine/host.ts';
import type { WorkerMessage } from '../../../../src/extension/engine/worker.ts';

/** A stand-in worker. After `startsMs`, it reports that it holds the lock, unless it was terminated before. */
class SlowWorker {
  onmessage: ((event: { data: WorkerMessage }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #start: NodeJS.Timeout;

  constructor(startsMs: number) {
    this.#start = setTimeout(() => this.onmessage?.({ data: 'holding' }), startsMs);
  }

  postMessage(): void {}

  terminate(): void {
    clearTimeout(this.#start);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  // Grants no request for the lock, as if the worker kept it.
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * The number of workers that a host starts in a minute if each takes `startsMs` to start and a page sends a request
 * every half second.
 */
async function workersStarted(startsMs: number): Promise<number> {
  let started = 0;
  const host = engineHost(() => {
    started++;
    return new SlowWorker(startsMs) as unknown as Worker;
  });
  for (let passed = 0; passed < 60_000; passed += 500) {
    host.attach(new MessageChannel().port1, 'page');
    await vi.advanceTimersByTimeAsync(500);
  }
  return started;
}

test('starts one worker if it reports in time', async () => {
  expect(await workersStarted(1_000)).toBe(1);
});

test('gives each new worker more time than the last, so that the engine starts on a slow machine', async () => {
  expect(await workersStarted(5_000)).toBe(2);
  expect(await workersStarted(10_000)).toBe(3);
});

test('keeps replacing a worker that never reports', async () => {
  expect(await workersStarted(1_000_000)).toBeGreaterThan(2);
});

test('starts one worker before the first page connects, and passes the page’s port to it', () => {
  const calls: unknown[] = [];
  const host = engineHost(() => {
    calls.push('started');
    return { postMessage: (message: unknown) => calls.push(message) } as unknown as Worker;
  });
  host.start();
  expect(calls).toEqual(['started']);
  host.attach(new MessageChannel().port1, 'page');
  host.start();
  expect(calls).toEqual(['started', 'page']);
});

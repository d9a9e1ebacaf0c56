import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWork } from '../../../../src/extension/engine/open-work.ts';
import type { WorkerMessage } from '../../../../src/extension/engine/worker.ts';

let messages: WorkerMessage[];
let work: ReturnType<typeof openWork>;

beforeEach(() => {
  vi.useFakeTimers();
  messages = [];
  work = openWork((latest) => messages.push(latest));
});

afterEach(() => vi.useRealTimers());

const lasting = (milliseconds: number) => () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('tells the host when work begins and when all of it is done', async () => {
  void work.request(lasting(10));
  void work.background(lasting(30));
  await vi.advanceTimersByTimeAsync(20);
  expect(messages).toEqual(['busy']);
  await vi.advanceTimersByTimeAsync(20);
  expect(messages).toEqual(['busy', 'idle']);
});

test('counts failed work as done', async () => {
  await expect(work.request(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(messages).toEqual(['busy', 'idle']);
});

test('untilNoRequests waits until the last request is done', async () => {
  let waited = false;
  void work.request(lasting(100));
  void work.request(lasting(300));
  void work.untilNoRequests().then(() => (waited = true));
  await vi.advanceTimersByTimeAsync(200);
  expect(waited).toBe(false);
  await vi.advanceTimersByTimeAsync(110);
  expect(waited).toBe(true);
});

test('untilNoRequests waits at most a second', async () => {
  let waited = false;
  void work.request(lasting(60_000));
  void work.untilNoRequests().then(() => (waited = true));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(waited).toBe(true);
});

test('untilNoRequests resolves at once if no request is open', async () => {
  let waited = false;
  void work.untilNoRequests().then(() => (waited = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(waited).toBe(true);
});

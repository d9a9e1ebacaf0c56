import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWork, type OpenWork } from '../../../../src/extension/engine/open-work.ts';
import type { WorkerMessage } from '../../../../src/extension/engine/worker.ts';
import { backgroundIndexing, type BackgroundIndexing } from '../../../../src/extension/meaning/indexing.ts';
import type { Slice } from '../../../../src/extension/meaning/slice.ts';
import { ModelRefused, ModelUnavailable } from '../../../../src/service/ports/embedder.ts';

let unindexed: number;
let slices: number;
let failure: Error | undefined;
let reported: WorkerMessage[];
let work: OpenWork;
let indexing: BackgroundIndexing;

/** A slice that indexes one memory per second. */
const slice: Slice = async ({ onFound, stop }) => {
  slices++;
  if (unindexed > 0) onFound();
  if (failure) throw failure;
  while (unindexed > 0 && !stop()) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    unindexed--;
  }
  return unindexed > 0;
};

beforeEach(() => {
  vi.useFakeTimers();
  [unindexed, slices, failure, reported] = [0, 0, undefined, []];
  const tell = (message: WorkerMessage) => void reported.push(message);
  work = openWork(tell);
  indexing = backgroundIndexing({ slice, work, tell, onTroubleChange: () => {} });
});

afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('indexes everything, in slices short enough for a browser that suspends its background', async () => {
  unindexed = 50;
  indexing.checkSoon();
  await pass(25_000);
  expect(unindexed).toBeGreaterThan(25);
  expect(slices).toBe(2);
  await pass(60_000);
  expect(unindexed).toBe(0);
  expect(slices).toBe(3);
  expect(reported).toEqual(['busy', 'unindexed', 'idle', 'busy', 'idle', 'busy', 'idle', 'indexed']);
});

test('indexes memories saved in quick succession together', async () => {
  for (let write = 0; write < 10; write++) {
    unindexed++;
    indexing.checkSoon();
    await pass(100);
  }
  await pass(20_000);
  expect([unindexed, slices]).toEqual([0, 1]);
});

test('indexes during a constant stream of requests', async () => {
  unindexed = 3;
  for (let request = 0; request < 100; request++) {
    indexing.checkSoon();
    await pass(100);
  }
  expect(unindexed).toBe(0);
});

test('indexes memories written during a slice', async () => {
  unindexed = 1;
  indexing.checkSoon();
  await pass(1_000);
  unindexed++;
  indexing.checkSoon();
  await pass(5_000);
  expect(unindexed).toBe(0);
  unindexed++;
  await pass(60_000);
  expect(unindexed, 'one more memory, written without a call to `checkSoon`').toBe(1);
});

test('indexes nothing while paused, and resumes afterwards', async () => {
  unindexed = 10;
  indexing.checkSoon();
  await pass(3_000);
  indexing.paused = true;
  await pass(1_000);
  const remaining = unindexed;
  expect(remaining).toBeGreaterThan(0);
  expect(reported.at(-1)).toBe('indexed');
  indexing.checkSoon();
  await pass(60_000);
  expect(unindexed).toBe(remaining);
  indexing.paused = false;
  await pass(60_000);
  expect(unindexed).toBe(0);
});

test('if paused from the start, asks for no alarm to wake the background', () => {
  indexing.paused = true;
  expect(reported).toEqual(['indexed']);
});

test('retries at growing intervals if the model is unavailable', async () => {
  unindexed = 1;
  failure = new ModelUnavailable('It stopped.');
  indexing.checkSoon();
  await pass(10_000);
  expect(slices).toBe(4);
  expect(reported.filter((news) => news === 'unindexed' || news === 'indexed')).toEqual(['unindexed']);
  indexing.checkSoon();
  await pass(1_000);
  expect(slices, 'a write doesn’t cause an earlier retry').toBe(4);
  await pass(600_000);
  expect(slices).toBeLessThan(20);
  failure = undefined;
  await pass(120_000);
  expect(unindexed).toBe(0);
});

test('restarts the running slice when another model is chosen', async () => {
  unindexed = 10;
  indexing.checkSoon();
  await pass(2_000);
  indexing.restart();
  await pass(2_000);
  expect(slices).toBe(2);
  await pass(20_000);
  expect(unindexed).toBe(0);
});

test('restarts with the newly chosen model even if the running slice fails', async () => {
  let fail = (_: Error) => {};
  let begun = 0;
  const first = backgroundIndexing({
    slice: () => (begun++ === 0 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(false)),
    work,
    tell: () => {},
    onTroubleChange: () => {},
  });
  first.restart();
  await pass(100);
  first.restart();
  fail(new ModelRefused('meaning', 'It gave wrong vectors.'));
  await pass(1_000);
  expect(begun).toBe(2);
});

test('does not index with a refused model until it is retried', async () => {
  unindexed = 1;
  failure = new ModelRefused('meaning', 'It gave wrong vectors.');
  indexing.checkSoon();
  await pass(600_000);
  expect(slices, 'a second slice, for the model that replaces the refused one').toBe(2);
  expect(reported.at(-1)).toBe('indexed');
  failure = undefined;
  indexing.restart();
  await pass(5_000);
  expect(unindexed).toBe(0);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWork, type OpenWork } from '../../../../src/extension/engine/open-work.ts';
import type { WorkerNews } from '../../../../src/extension/engine/worker.ts';
import {
  backgroundReading,
  type BackgroundReading,
  type ReadingPace,
} from '../../../../src/extension/meaning/reading.ts';
import type { Slice } from '../../../../src/extension/meaning/slice.ts';
import { ModelRefused, ModelUnavailable } from '../../../../src/service/ports/embedder.ts';

const pace: ReadingPace = {
  slice: 20_000,
  rest: 500,
  afterWrite: 500,
  withoutEnd: 5_000,
  afterFailure: 1_000,
  longest: 60_000,
};

let unread: number;
let slices: number;
let failure: Error | undefined;
let told: WorkerNews[];
let work: OpenWork;
let reading: BackgroundReading;

/** One memory a second. */
const slice: Slice = async ({ found, stop }) => {
  slices++;
  if (unread > 0) found();
  if (failure) throw failure;
  while (unread > 0 && !stop()) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    unread--;
  }
  return unread > 0;
};

beforeEach(() => {
  vi.useFakeTimers();
  [unread, slices, failure, told] = [0, 0, undefined, []];
  const tell = (news: WorkerNews) => void told.push(news);
  work = openWork(tell);
  reading = backgroundReading({ slice, work, tell, changed: () => {} }, pace);
});

afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('reads all that is unread, in slices short enough for a browser that suspends its background', async () => {
  unread = 50;
  reading.look();
  await pass(25_000);
  expect(unread).toBeGreaterThan(25);
  expect(slices).toBe(2);
  await pass(60_000);
  expect(unread).toBe(0);
  expect(slices).toBe(3);
  expect(told).toEqual(['busy', 'unread', 'idle', 'busy', 'idle', 'busy', 'idle', 'read']);
});

test('reads many writes in a row together', async () => {
  for (let write = 0; write < 10; write++) {
    unread++;
    reading.look();
    await pass(100);
  }
  await pass(20_000);
  expect([unread, slices]).toEqual([0, 1]);
});

test('reads also while requests come without end', async () => {
  unread = 3;
  for (let request = 0; request < 100; request++) {
    reading.look();
    await pass(100);
  }
  expect(unread).toBe(0);
});

test('reads what is written while it reads', async () => {
  unread = 1;
  reading.look();
  await pass(1_000);
  unread++;
  reading.look();
  await pass(5_000);
  expect(unread).toBe(0);
  unread++;
  await pass(60_000);
  expect(unread, 'of which nobody told').toBe(1);
});

test('reads nothing while it is paused, and goes on afterwards', async () => {
  unread = 10;
  reading.look();
  await pass(3_000);
  reading.paused = true;
  await pass(1_000);
  const then = unread;
  expect(then).toBeGreaterThan(0);
  expect(told.at(-1)).toBe('read');
  reading.look();
  await pass(60_000);
  expect(unread).toBe(then);
  reading.paused = false;
  await pass(60_000);
  expect(unread).toBe(0);
});

test('nothing need wake what is paused from its start on', () => {
  reading.paused = true;
  expect(told).toEqual(['read']);
});

test('tries again, ever more seldom, where the model can’t be had', async () => {
  unread = 1;
  failure = new ModelUnavailable('It stopped.');
  reading.look();
  await pass(10_000);
  expect(slices).toBe(4);
  expect(told.filter((news) => news === 'unread' || news === 'read')).toEqual(['unread']);
  reading.look();
  await pass(1_000);
  expect(slices, 'no write makes it try sooner').toBe(4);
  await pass(600_000);
  expect(slices).toBeLessThan(20);
  failure = undefined;
  await pass(120_000);
  expect(unread).toBe(0);
});

test('begins anew at once when another model is wanted while it reads', async () => {
  unread = 10;
  reading.look();
  await pass(2_000);
  reading.begin();
  await pass(2_000);
  expect(slices).toBe(2);
  await pass(20_000);
  expect(unread).toBe(0);
});

test('begins anew also when what it reads with fails meanwhile', async () => {
  let fail = (_: Error) => {};
  let begun = 0;
  const first = backgroundReading(
    {
      slice: () => (begun++ === 0 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(false)),
      work,
      tell: () => {},
      changed: () => {},
    },
    pace,
  );
  first.begin();
  await pass(100);
  first.begin();
  fail(new ModelRefused('meaning', 'It gave wrong vectors.'));
  await pass(1_000);
  expect(begun).toBe(2);
});

test('does not read with a model that was refused, until that is tried again', async () => {
  unread = 1;
  failure = new ModelRefused('meaning', 'It gave wrong vectors.');
  reading.look();
  await pass(600_000);
  expect(slices, 'once more, for another model that stands in').toBe(2);
  expect(told.at(-1)).toBe('read');
  failure = undefined;
  reading.begin();
  await pass(5_000);
  expect(unread).toBe(0);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoaded, slowMs } from '../../../../src/ui/state/loaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Data whose reads take `milliseconds`, in turn, and return their positions. */
function loadedIn(...milliseconds: number[]) {
  let reads = 0;
  return createLoaded(async () => {
    const read = reads++;
    await new Promise((resolve) => setTimeout(resolve, milliseconds[read]));
    return read;
  });
}

test('isn’t slow any more once the latest of several calls has ended', async () => {
  const loaded = loadedIn(5 * slowMs, slowMs / 2);
  void loaded.refresh();
  void loaded.refresh();
  await vi.advanceTimersByTimeAsync(2 * slowMs);
  expect([loaded.value.value, loaded.slow.value]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(5 * slowMs);
  expect([loaded.value.value, loaded.slow.value]).toEqual([1, false]);
});

test('is slow while the latest call takes long', async () => {
  const loaded = loadedIn(slowMs / 2, 3 * slowMs);
  void loaded.refresh();
  void loaded.refresh();
  await vi.advanceTimersByTimeAsync(2 * slowMs);
  expect([loaded.value.value, loaded.slow.value]).toEqual([undefined, true]);
  await vi.advanceTimersByTimeAsync(2 * slowMs);
  expect([loaded.value.value, loaded.slow.value]).toEqual([1, false]);
});

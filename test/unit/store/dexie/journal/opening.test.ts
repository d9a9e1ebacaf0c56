import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JournalFile, JournalFiles } from '../../../../../src/store/dexie/journal/files.ts';
import { Opening } from '../../../../../src/store/dexie/journal/opening.ts';

const retryMs = 30_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Storage whose files are locked by another context while `locked` is true. */
class Place implements JournalFiles {
  locked = true;
  asked = 0;
  closed = 0;

  async open() {
    this.asked++;
    if (this.locked) throw new DOMException('In use', 'NoModificationAllowedError');
    const file = { close: () => void this.closed++ } as JournalFile;
    return { a: file, b: file };
  }
}

async function refused(place: Place) {
  const opening = new Opening(place, retryMs);
  await expect(opening.files()).rejects.toThrow('In use');
  const opened = vi.fn();
  opening.tryAgain(opened);
  return { opening, opened };
}

test('retries after each pause until the files are open, then reports that once', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  await vi.advanceTimersByTimeAsync(2 * retryMs);
  expect(place.asked).toBe(3);
  expect(opened).not.toHaveBeenCalled();
  place.locked = false;
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect(opened).toHaveBeenCalledOnce();
  await opening.files();
  expect(place.asked).toBe(4);
});

test('stops retrying once closed', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  opening.close();
  place.locked = false;
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect(place.asked).toBe(1);
  expect(opened).not.toHaveBeenCalled();
});

test('closes files that open after it was closed, and doesn’t report them', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  place.locked = false;
  vi.advanceTimersByTime(retryMs);
  opening.close();
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect([place.asked, place.closed]).toEqual([2, 2]);
  expect(opened).not.toHaveBeenCalled();
});

test('shares an attempt in progress', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  place.locked = false;
  vi.advanceTimersByTime(retryMs);
  expect(await opening.files()).toBeDefined();
  expect(place.asked).toBe(2);
  expect(opened).not.toHaveBeenCalled();
});

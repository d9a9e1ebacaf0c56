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

/** A place whose files are held by somebody else as long as `held` says so. */
class Place implements JournalFiles {
  held = true;
  asked = 0;
  closed = 0;

  async open() {
    this.asked++;
    if (this.held) throw new DOMException('In use', 'NoModificationAllowedError');
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

test('asks once in each pause until the files are there, tells so once, and then asks no more', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  await vi.advanceTimersByTimeAsync(2 * retryMs);
  expect(place.asked).toBe(3);
  expect(opened).not.toHaveBeenCalled();
  place.held = false;
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect(opened).toHaveBeenCalledOnce();
  await opening.files();
  expect(place.asked).toBe(4);
});

test('asks no more once it was closed', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  opening.close();
  place.held = false;
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect(place.asked).toBe(1);
  expect(opened).not.toHaveBeenCalled();
});

test('closes files that come after it was closed, and does not tell of them', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  place.held = false;
  vi.advanceTimersByTime(retryMs);
  opening.close();
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect([place.asked, place.closed]).toEqual([2, 2]);
  expect(opened).not.toHaveBeenCalled();
});

test('whoever asks while an attempt is being made gets its files', async () => {
  const place = new Place();
  const { opening, opened } = await refused(place);
  place.held = false;
  vi.advanceTimersByTime(retryMs);
  expect(await opening.files()).toBeDefined();
  expect(place.asked).toBe(2);
  expect(opened).not.toHaveBeenCalled();
});

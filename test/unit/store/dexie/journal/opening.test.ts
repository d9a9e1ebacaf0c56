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
class LockableStorage implements JournalFiles {
  locked = true;
  attempts = 0;
  closed = 0;

  async open() {
    this.attempts++;
    if (this.locked) throw new DOMException('In use', 'NoModificationAllowedError');
    const file = { close: () => void this.closed++ } as JournalFile;
    return { a: file, b: file };
  }
}

async function refusedOpening(storage: LockableStorage) {
  const opening = new Opening(storage, retryMs);
  await expect(opening.files()).rejects.toThrow('In use');
  const opened = vi.fn();
  opening.tryAgain(opened);
  return { opening, opened };
}

test('retries after each pause until the files are open, and then calls `opened` once', async () => {
  const storage = new LockableStorage();
  const { opening, opened } = await refusedOpening(storage);
  await vi.advanceTimersByTimeAsync(2 * retryMs);
  expect(storage.attempts).toBe(3);
  expect(opened).not.toHaveBeenCalled();
  storage.locked = false;
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect(opened).toHaveBeenCalledOnce();
  await opening.files();
  expect(storage.attempts).toBe(4);
});

test('stops retrying once closed', async () => {
  const storage = new LockableStorage();
  const { opening, opened } = await refusedOpening(storage);
  opening.close();
  storage.locked = false;
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect(storage.attempts).toBe(1);
  expect(opened).not.toHaveBeenCalled();
});

test('once closed, closes files that open later, and doesn’t report them', async () => {
  const storage = new LockableStorage();
  const { opening, opened } = await refusedOpening(storage);
  storage.locked = false;
  vi.advanceTimersByTime(retryMs);
  opening.close();
  await vi.advanceTimersByTimeAsync(10 * retryMs);
  expect([storage.attempts, storage.closed]).toEqual([2, 2]);
  expect(opened).not.toHaveBeenCalled();
});

test('a caller that needs the files shares an attempt in progress', async () => {
  const storage = new LockableStorage();
  const { opening, opened } = await refusedOpening(storage);
  storage.locked = false;
  vi.advanceTimersByTime(retryMs);
  expect(await opening.files()).toBeDefined();
  expect(storage.attempts).toBe(2);
  expect(opened).not.toHaveBeenCalled();
});

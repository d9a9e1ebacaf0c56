import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Check } from '../../../../../src/store/dexie/journal/check.ts';
import type { OpenFiles } from '../../../../../src/store/dexie/journal/files.ts';
import { StatusKeeper, type JournalStatus } from '../../../../../src/store/dexie/journal/status.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts the checks of an engine that never restarts. Each check adds its time to the returned list. */
async function begun(checkedAt: number) {
  let stored: JournalStatus = { checkedAt: new Date(checkedAt).toISOString() };
  const status = new StatusKeeper({ read: async () => stored, write: async (next) => void (stored = next) });
  await status.load();
  const checks: number[] = [];
  const inUse = async () => {
    checks.push(Date.now());
    return { file: 'a' as const, generation: 1, end: 0 };
  };
  const options = { clock: { now: () => Date.now() }, sliceBytes: 1_000, pauseMs: 10, idle: async () => {} };
  new Check(status, options, inUse, () => {}).begin({} as OpenFiles);
  return checks;
}

test('an engine that runs for a month checks its journal once a week', async () => {
  const start = Date.now();
  const checks = await begun(start - 2 * dayMs);
  for (let hour = 0; hour < 30 * 24; hour++) await vi.advanceTimersByTimeAsync(hourMs);
  expect(checks.map((at) => Math.round((at - start) / dayMs))).toEqual([5, 12, 19, 26]);
});

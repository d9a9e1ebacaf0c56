import { beforeEach, expect, test, vi } from 'vitest';
import { listenToAlarms, ringWhileSyncing } from '../../../src/extension/alarms.ts';

const fake = vi.hoisted(() => {
  const state = {
    /** The alarms that are set, by name, with their period in minutes. */
    set: new Map<string, number>(),
    calls: 0,
    ring: (_: { name: string }) => {},
  };
  const alarms = {
    get: async (name: string) => (state.set.has(name) ? { name } : undefined),
    create: async (name: string, { periodInMinutes }: { periodInMinutes: number }) => {
      state.calls++;
      state.set.set(name, periodInMinutes);
    },
    clear: async (name: string) => state.set.delete(name),
    onAlarm: { addListener: (listener: typeof state.ring) => (state.ring = listener) },
  };
  Object.assign(globalThis, { chrome: { runtime: { id: 'own' }, alarms } });
  return state;
});

beforeEach(() => {
  fake.set.clear();
  fake.calls = 0;
});

test('while sync is on, an alarm is set that rings every five minutes', async () => {
  await ringWhileSyncing(true);
  expect([...fake.set]).toEqual([['sync', 5]]);
  // Setting the alarm again would delay it.
  await ringWhileSyncing(true);
  expect(fake.calls).toBe(1);
  await ringWhileSyncing(false);
  expect([...fake.set]).toEqual([]);
});

test('an alarm calls only its own handler', () => {
  const handler = vi.fn(async () => {});
  const other = vi.fn(async () => {});
  listenToAlarms({ sync: handler, inbox: other, daily: other, indexing: other });
  fake.ring({ name: 'sync' });
  fake.ring({ name: 'unknown' });
  expect([handler.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
});

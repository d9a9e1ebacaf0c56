import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bundled } from '../../../../src/embed/registry.ts';
import { pause } from '../../../../src/lib/timing.ts';
import { startIndexer } from '../../../../src/server/meaning/indexer.ts';
import type { Sql, SqlDatabase } from '../../../../src/service/ports/sql.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How often a reader looks, within a minute, which owners' memories have changed, where a look takes so many seconds and finds so many owners each time. */
async function looksInAMinute(seconds: number, found: number): Promise<number> {
  let looks = 0;
  const query = async (statement: string) => {
    if (!statement.includes('from owners')) return [];
    looks++;
    await pause(seconds * 1_000);
    return Array.from({ length: found }, (_, place) => ({ owner: `owner${place}` }));
  };
  const sql = { query } as Sql;
  const database = { ...sql, transaction: (_, work) => work(sql) } as SqlDatabase;
  const feed = { store: 'store', lastSeq: async () => 0, changes: async () => [] };
  const reader = startIndexer({
    database,
    model: bundled.model,
    embedders: { current: () => Promise.reject(new Error('none')) },
    feedOf: async () => feed,
    report: () => {},
  });
  await vi.advanceTimersByTimeAsync(60_000);
  const stopped = reader.stop();
  await vi.advanceTimersByTimeAsync(2 * seconds * 1_000);
  await stopped;
  return looks;
}

test('looking over very many owners, of whom some have always something new, takes a tenth of the time at most', async () => {
  expect(await looksInAMinute(1, 35)).toBeLessThanOrEqual(6);
});

test('where a look takes no time, and where it finds as many owners as it may, the next one follows soon', async () => {
  expect(await looksInAMinute(0.01, 35)).toBeGreaterThan(300);
  expect(await looksInAMinute(1, 100)).toBeGreaterThan(50);
});

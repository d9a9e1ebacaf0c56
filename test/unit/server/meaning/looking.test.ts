import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bundled } from '../../../../src/embed/registry.ts';
import { pause } from '../../../../src/lib/timing.ts';
import { startIndexer } from '../../../../src/server/meaning/indexer.ts';
import type { SqlDatabase, TransactionSql } from '../../../../src/service/ports/sql.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs an indexer for a minute over a database whose results come from `query`. */
async function runForAMinute(query: (statement: string) => Promise<object[]>): Promise<void> {
  const sql = { query } as TransactionSql;
  const database = { ...sql, transaction: (_, work) => work(sql) } as Partial<SqlDatabase> as SqlDatabase;
  const feed = { store: 'store', lastSeq: async () => 0, changes: async () => [] };
  const indexer = startIndexer({
    database,
    model: bundled.model,
    embedders: { current: () => Promise.reject(new Error('none')) },
    feedOf: async () => feed,
    report: () => {},
  });
  await vi.advanceTimersByTimeAsync(60_000);
  const stopped = indexer.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await stopped;
}

/** How often an indexer looks up changed owners in a minute if each lookup takes `seconds` and finds `found` owners. */
async function lookupsInAMinute(seconds: number, found: number): Promise<number> {
  let lookups = 0;
  await runForAMinute(async (statement) => {
    if (!statement.includes('from owners')) return [];
    lookups++;
    await pause(seconds * 1_000);
    return Array.from({ length: found }, (_, index) => ({ owner: `owner${index}` }));
  });
  return lookups;
}

test('the lookup of changed owners takes at most a tenth of the time if it finds fewer than the maximum', async () => {
  expect(await lookupsInAMinute(1, 35)).toBeLessThanOrEqual(6);
});

test('the lookup of changed owners is repeated soon if it was quick or found the maximum', async () => {
  expect(await lookupsInAMinute(0.01, 35)).toBeGreaterThan(300);
  expect(await lookupsInAMinute(1, 100)).toBeGreaterThan(50);
});

test('memories that a search has queued are looked up every second, even if preparing the tables took long', async () => {
  let lookups = 0;
  await runForAMinute(async (statement) => {
    if (statement.startsWith('lock table')) await pause(4_000);
    if (statement.includes('from search_unread')) lookups++;
    return statement.startsWith('select model from search_shelf') ? [{ model: bundled.model.id }] : [];
  });
  expect(lookups).toBeGreaterThan(50);
});

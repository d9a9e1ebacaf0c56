import { expect, test, vi } from 'vitest';
import { bundled } from '../../../../src/embed/registry.ts';
import { maxWaitMs } from '../../../../src/extension/engine-control/protocol.ts';
import type { RestoredMemories } from '../../../../src/lib/second-copy.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { engineUnderTest } from './engine-under-test.ts';

const engine = engineUnderTest();

test('indexes saved memories with the bundled model, and counts them', async () => {
  await engine.save('one', 'three');
  expect((await engine.state()).indexing).toEqual({ indexed: 0, total: 2, paused: false });
  const now = await engine.everythingIndexed();
  expect(now).toMatchObject({ model: { id: bundled.model.id }, status: 'ready', indexing: { indexed: 2, total: 2 } });
  const hits = await engine.index.search({ vector: Float32Array.of(1), filters: {}, limit: 10 });
  expect(hits.map(({ cosine, passage }) => [cosine, passage.end])).toEqual([
    [5, 5],
    [3, 3],
  ]);
});

test('loads no model if there is nothing to index', async () => {
  engine.meaning.checkSoon();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(engine.workers).toHaveLength(0);
  expect((await engine.state()).status).toBe('absent');
});

test('stays paused after the engine restarts', async () => {
  expect((await engine.ask({ verb: 'pause' })).indexing.paused).toBe(true);
  await engine.save('one');
  engine.start();
  engine.meaning.checkSoon();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect((await engine.state()).indexing).toEqual({ indexed: 0, total: 1, paused: true });
  await engine.ask({ verb: 'resume' });
  expect((await engine.everythingIndexed()).indexing).toEqual({ indexed: 1, total: 1, paused: false });
});

test('while paused, forgets a deleted memory but indexes nothing', async () => {
  const id = await engine.save('one');
  await engine.save('two');
  await engine.everythingIndexed();
  await engine.ask({ verb: 'pause' });
  await engine.save('three');
  await engine.forget(id);
  await vi.waitFor(async () => expect(engine.index.progress(bundled.model.id)).toEqual({ indexed: 1, total: 2 }));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(engine.index.progress(bundled.model.id)).toEqual({ indexed: 1, total: 2 });
});

test('a refused model is reported, and neither indexes nor searches until it is retried', async () => {
  engine.behaviours['embedder.js'] = 'refused';
  await engine.save('one');
  const now = await engine.waitForState('the refusal', ({ status }) => status === 'refused');
  expect(now).toMatchObject({ reason: 'It gave wrong vectors.', indexing: { indexed: 0, total: 1 } });
  await expect(engine.meaning.embedders.current()).rejects.toThrow('It gave wrong vectors.');
  delete engine.behaviours['embedder.js'];
  await engine.ask({ verb: 'retry' });
  const after = await engine.everythingIndexed();
  expect([after.status, after.reason]).toEqual(['ready', undefined]);
});

test('reports that the store restored lost memories', async () => {
  const restored = { memories: 12, at: '2026-03-01T12:00:00.000Z', damaged: false };
  engine.store = Object.assign(inMemoryStore(), { restored });
  engine.start();
  expect((await engine.state()).restored).toEqual(restored);
});

test('a page that waits for a change learns at once that a restore was acknowledged', async () => {
  const restored = { memories: 12, at: '2026-03-01T12:00:00.000Z', damaged: false, complete: false };
  const kept: Pick<LocalStore, 'acknowledgeRestored'> & { restored?: RestoredMemories } = {
    restored,
    async acknowledgeRestored(at) {
      if (at === restored.at) delete this.restored;
    },
  };
  engine.store = Object.assign(inMemoryStore(), kept);
  engine.start();
  await engine.ask({ verb: 'acknowledgeRestored', at: '2026-02-01T12:00:00.000Z' });
  const { revision, state } = await engine.meaning.control({ verb: 'state' });
  expect(state.restored).toEqual(restored);
  const began = performance.now();
  const next = engine.ask({ verb: 'state', seen: revision });
  await engine.ask({ verb: 'acknowledgeRestored', at: restored.at });
  expect((await next).restored).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(maxWaitMs);
});

test('skips a text that can’t be embedded, and indexes the rest', async () => {
  await engine.save('one', 'fault', 'three');
  const now = await engine.waitForState('the other texts to be indexed', ({ indexing }) => indexing.indexed === 2);
  expect(now).toMatchObject({ status: 'ready', indexing: { indexed: 2, total: 3 } });
  await engine.save('four');
  await engine.waitForState('the new text to be indexed', ({ indexing }) => indexing.indexed === 3);
  await engine.waitForState('the failed text to be counted', ({ indexing }) => indexing.unindexable === 1);
});

test('reports why vectors can’t be stored, and stores the vectors on retry', async () => {
  const { keep } = engine.index;
  engine.index.keep = () => Promise.reject(new Error('The disk is full.'));
  await engine.save('one');
  expect(
    (await engine.waitForState('the reason to be reported', ({ indexing }) => indexing.trouble !== undefined)).indexing,
  ).toEqual({
    indexed: 0,
    total: 1,
    paused: false,
    trouble: 'The disk is full.',
  });
  engine.index.keep = keep;
  await engine.ask({ verb: 'retry' });
  expect((await engine.everythingIndexed()).indexing).toEqual({ indexed: 1, total: 1, paused: false });
});

test('skips a text whose vector contains NaN, and indexes the rest', async () => {
  await engine.save('one', 'no number', 'three');
  const { indexing } = await engine.waitForState('the NaN to be counted', ({ indexing: now }) => now.unindexable === 1);
  expect(indexing).toEqual({ indexed: 2, total: 3, unindexable: 1, paused: false });
});

test('reports why vectors can’t be opened, with the rest of the state', async () => {
  engine.index.catchUp = () => Promise.reject(new Error('Something holds the files.'));
  expect(await engine.state()).toMatchObject({
    status: 'failed',
    reason: 'The vectors can’t be opened: Something holds the files.',
    models: [{ chosen: true }, {}, {}],
  });
});

test('reports each change of the memories, even while vectors can’t be opened', async () => {
  const lastChange = async () => (await engine.state()).lastChange;
  const before = await lastChange();
  const id = await engine.save('one');
  const saved = await lastChange();
  await engine.edit(id, 'two');
  const edited = await lastChange();
  expect(new Set([before, saved, edited]).size).toBe(3);
  expect(await lastChange()).toBe(edited);
  engine.index.catchUp = () => Promise.reject(new Error('Something holds the files.'));
  await engine.edit(id, 'three');
  expect(await lastChange()).not.toBe(edited);
});

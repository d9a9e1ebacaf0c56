import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Surroundings } from '../../../../src/embed/availability.ts';
import { bundled, models, type KnownModel } from '../../../../src/embed/registry.ts';
import { openWork } from '../../../../src/extension/engine/open-work.ts';
import { createBackgroundMeaning, type Meaning } from '../../../../src/extension/meaning/meaning.ts';
import type { EngineControlQuestion } from '../../../../src/extension/engine-control/protocol.ts';
import type { Store } from '../../../../src/service/ports/store.ts';
import { memoryStore } from '../../../../scripts/in-memory-store/index.ts';
import type { EngineState } from '../../../../src/client/engine-control.ts';
import { until } from '../../../../scripts/browsers/index.ts';
import { ThreadWorker } from '../../../support/embedder/thread.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { testService, type TestService } from '../../../support/service.ts';

const script = new URL('../../../support/embedder/stand-in-thread.ts', import.meta.url);
const [, fetched, alsoFetched] = models as [KnownModel, KnownModel, KnownModel];
const everythingThere: Surroundings = { browser: 'chromium', hasAdapter: async () => true, hasFile: async () => true };
const noFiles = { match: async () => undefined, has: async () => false } as unknown as CacheStorage;

/** What the model of each worker script does, from its next start on. */
let behaviours: Partial<Record<string, string>>;
let surroundings: Surroundings;
let store: Store;
let service: TestService;
let index: ReturnType<typeof naiveVectors>;
let meaning: Meaning;
let workers: ThreadWorker[];

beforeEach(() => {
  [behaviours, surroundings, workers, index] = [{}, everythingThere, [], naiveVectors()];
  store = memoryStore();
  service = testService(store);
  start();
});

afterEach(() => workers.forEach((worker) => worker.terminate()));

/** The engine's part, as after a restart: what is not in the store is gone. */
function start(): void {
  const startWorker = (name: string) => {
    const worker = new ThreadWorker(script, behaviours[name]);
    workers.push(worker);
    return worker as unknown as Worker;
  };
  meaning = createBackgroundMeaning({
    store,
    index,
    work: openWork(() => {}),
    tell: () => {},
    startWorker,
    surroundings,
    caches: noFiles,
  });
}

async function ask(question: EngineControlQuestion): Promise<EngineState> {
  return (await meaning.control(question)).state;
}

const state = () => ask({ verb: 'state' });

async function save(...contents: string[]): Promise<void> {
  for (const content of contents) expect((await service.send('POST', '/memories', { content })).status).toBe(201);
  meaning.look();
}

/** Resolves to the first state that is as wanted. */
const become = (what: string, wanted: (now: EngineState) => boolean) =>
  until(what, async () => {
    const now = await state();
    return wanted(now) && now;
  });

const everythingIndexed = () => become('everything to be read', ({ indexing }) => indexing.indexed === indexing.total);

test('what is saved is read by the bundled model, and counted', async () => {
  await save('one', 'three');
  expect((await state()).indexing).toEqual({ indexed: 0, total: 2, paused: false });
  const now = await everythingIndexed();
  expect(now).toMatchObject({ model: { id: bundled.model.id }, status: 'ready', indexing: { indexed: 2, total: 2 } });
  const hits = await index.search({ vector: Float32Array.of(1), filters: {}, limit: 10 });
  expect(hits.map(({ cosine, passage }) => [cosine, passage.end])).toEqual([
    [5, 5],
    [3, 3],
  ]);
});

test('no model is loaded where there is nothing to read', async () => {
  meaning.look();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(workers).toHaveLength(0);
  expect((await state()).status).toBe('absent');
});

test('a pause outlives the engine', async () => {
  expect((await ask({ verb: 'pause' })).indexing.paused).toBe(true);
  await save('one');
  start();
  meaning.look();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect((await state()).indexing).toEqual({ indexed: 0, total: 1, paused: true });
  await ask({ verb: 'resume' });
  expect((await everythingIndexed()).indexing).toEqual({ indexed: 1, total: 1, paused: false });
});

test('a model that is refused says so, reads nothing and answers nothing, until it is tried again', async () => {
  behaviours['embedder.js'] = 'refused';
  await save('one');
  const now = await become('it to be refused', ({ status }) => status === 'refused');
  expect(now).toMatchObject({ reason: 'It gave wrong vectors.', indexing: { indexed: 0, total: 1 } });
  await expect(meaning.embedders.current()).rejects.toThrow('It gave wrong vectors.');
  delete behaviours['embedder.js'];
  await ask({ verb: 'retry' });
  const after = await everythingIndexed();
  expect([after.status, after.reason]).toEqual(['ready', undefined]);
});

test('what the store has brought back is told', async () => {
  const restored = { memories: 12, at: '2026-03-01T12:00:00.000Z', damaged: false };
  store = Object.assign(memoryStore(), { restored });
  start();
  expect((await state()).restored).toEqual(restored);
});

test('a text that can’t be embedded stays unread, and keeps nothing else from being read', async () => {
  await save('one', 'fault', 'three');
  const now = await become('the others to be read', ({ indexing }) => indexing.indexed === 2);
  expect(now).toMatchObject({ status: 'ready', indexing: { indexed: 2, total: 3 } });
  await save('four');
  await become('what is new to be read', ({ indexing }) => indexing.indexed === 3);
  await become('the one that is left to be counted', ({ indexing }) => indexing.unindexable === 1);
});

test('vectors that can’t be kept are told with the reason, and kept as soon as they can be', async () => {
  const { keep } = index;
  index.keep = () => Promise.reject(new Error('The disk is full.'));
  await save('one');
  expect((await become('the reason to be told', ({ indexing }) => indexing.trouble !== undefined)).indexing).toEqual({
    indexed: 0,
    total: 1,
    paused: false,
    trouble: 'The disk is full.',
  });
  index.keep = keep;
  await ask({ verb: 'retry' });
  expect((await everythingIndexed()).indexing).toEqual({ indexed: 1, total: 1, paused: false });
});

test('a text whose vector holds what is no number stays unread, and keeps nothing else from being read', async () => {
  await save('one', 'no number', 'three');
  const { indexing } = await become('the bad one to be counted', ({ indexing: now }) => now.unindexable === 1);
  expect(indexing).toEqual({ indexed: 2, total: 3, unindexable: 1, paused: false });
});

test('vectors that can’t be opened are told as a reason, and keep the rest of the state from nobody', async () => {
  index.catchUp = () => Promise.reject(new Error('Something holds the files.'));
  expect(await state()).toMatchObject({
    status: 'failed',
    reason: 'The vectors can’t be opened: Something holds the files.',
    models: [{ chosen: true }, {}, {}],
  });
});

test('while another model reads, the one that has read answers; then the other does', async () => {
  await save('one', 'two');
  await everythingIndexed();
  behaviours['webllm.js'] = 'waits';
  expect(await ask({ verb: 'choose', modelId: fetched.model.id })).toMatchObject({
    model: { id: bundled.model.id },
    coming: { id: fetched.model.id },
  });
  await become('it to load', ({ coming }) => coming?.progress === 0.5);
  expect((await meaning.embedders.current()).model.id).toBe(bundled.model.id);
  workers.at(-1)?.postMessage({ go: true } as never);
  const now = await become('it to be in use', ({ model }) => model.id === fetched.model.id);
  expect(now).toMatchObject({ status: 'ready', coming: undefined, indexing: { indexed: 2, total: 2 } });
  expect((await meaning.embedders.current()).model.id).toBe(fetched.model.id);
  start();
  expect((await state()).model.id).toBe(fetched.model.id);
});

test('a model that is on its way can be given up', async () => {
  await save('one');
  await everythingIndexed();
  behaviours['webllm.js'] = 'waits';
  await ask({ verb: 'choose', modelId: fetched.model.id });
  await become('it to load', ({ coming }) => coming?.progress === 0.5);
  const now = await ask({ verb: 'cancel' });
  expect(now).toMatchObject({ model: { id: bundled.model.id }, coming: undefined, fallback: undefined });
  expect(now.models.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([bundled.model.id]);
});

test('a model that is chosen while reading is paused is not said to be loading', async () => {
  await save('one');
  await everythingIndexed();
  await ask({ verb: 'pause' });
  const { coming, indexing } = await ask({ verb: 'choose', modelId: fetched.model.id });
  expect([coming, indexing.paused]).toEqual([{ id: fetched.model.id, progress: undefined, indexed: 0 }, true]);
});

test('so can one that is fetched before anything is read', async () => {
  behaviours['webllm.js'] = 'waits';
  await ask({ verb: 'choose', modelId: fetched.model.id });
  meaning.expect();
  await become('it to load', ({ status }) => status === 'loading');
  const now = await ask({ verb: 'cancel' });
  expect(now).toMatchObject({ model: { id: bundled.model.id }, status: 'absent', coming: undefined });
});

test('a model that is on its way makes room for the one that is chosen next', async () => {
  await save('one');
  await everythingIndexed();
  behaviours['webllm.js'] = 'waits';
  await ask({ verb: 'choose', modelId: fetched.model.id });
  await become('it to load', ({ coming }) => coming?.progress === 0.5);
  delete behaviours['webllm.js'];
  await ask({ verb: 'choose', modelId: alsoFetched.model.id });
  await become('the next to be in use', ({ model }) => model.id === alsoFetched.model.id);
});

test.each([
  ['refused', 'It gave wrong vectors.'],
  ['broken', 'Its files are torn.'],
])('the bundled model stands in for a chosen one that is %s, visibly', async (behaviour, reason) => {
  behaviours['webllm.js'] = behaviour;
  await save('one');
  await ask({ verb: 'choose', modelId: fetched.model.id });
  const now = await become('a stand-in', ({ fallback }) => fallback !== undefined);
  expect(now).toMatchObject({ model: { id: bundled.model.id }, fallback: { from: { id: fetched.model.id }, reason } });
  expect(await everythingIndexed()).toMatchObject({
    model: { id: bundled.model.id },
    indexing: { indexed: 1, total: 1 },
  });
  delete behaviours['webllm.js'];
  await ask({ verb: 'retry' });
  expect(await become('the chosen one', ({ model }) => model.id === fetched.model.id)).toMatchObject({
    fallback: undefined,
  });
});

test('where a model that has read everything is lost, the bundled one reads anew, and its count is told', async () => {
  await save('one', 'two');
  await ask({ verb: 'choose', modelId: fetched.model.id });
  await become('it to be in use', ({ model, indexing }) => model.id === fetched.model.id && indexing.indexed === 2);
  await expect((await meaning.embedders.current()).query('lose')).rejects.toThrow('The graphics card is gone.');
  expect(await state()).toMatchObject({
    model: { id: bundled.model.id },
    fallback: { reason: 'The graphics card is gone.' },
    indexing: { total: 2 },
  });
  expect(await everythingIndexed()).toMatchObject({ model: { id: bundled.model.id }, status: 'ready' });
});

test('while the bundled model reads in place of one that is lost, its vectors answer', async () => {
  await ask({ verb: 'choose', modelId: fetched.model.id });
  await save('one', 'two');
  await become('it to be in use', ({ model, indexing }) => model.id === fetched.model.id && indexing.indexed === 2);
  behaviours['embedder.js'] = 'waits';
  await expect((await meaning.embedders.current()).query('lose')).rejects.toThrow('The graphics card is gone.');
  await become('its vectors to answer', () => index.model === bundled.model.id);
  expect((await state()).indexing).toEqual({ indexed: 0, total: 2, paused: false });
});

test('a text that can’t be embedded keeps another model from nothing', async () => {
  await save('one', 'fault', 'three');
  await become('the others to be read', ({ indexing }) => indexing.indexed === 2);
  await ask({ verb: 'choose', modelId: fetched.model.id });
  expect(await become('the other to be in use', ({ model }) => model.id === fetched.model.id)).toMatchObject({
    coming: undefined,
    indexing: { indexed: 2, total: 3 },
  });
});

test('a model that can’t run here is shown with the reason, and can’t be chosen', async () => {
  surroundings = { ...everythingThere, hasAdapter: async () => false };
  start();
  const { models: choices } = await state();
  expect(choices.find(({ id }) => id === fetched.model.id)?.unavailable).toContain('WebGPU');
  expect(choices[0]).toMatchObject({ id: bundled.model.id, chosen: true, unavailable: undefined, download: undefined });
  await expect(ask({ verb: 'choose', modelId: fetched.model.id })).rejects.toThrow('WebGPU');
  await expect(ask({ verb: 'choose', modelId: 'made up' })).rejects.toThrow('no such model');
});

test('a chosen model that can’t run here any more is stood in for', async () => {
  await ask({ verb: 'choose', modelId: fetched.model.id });
  surroundings = { ...everythingThere, hasFile: async () => false };
  start();
  expect(await state()).toMatchObject({
    model: { id: bundled.model.id },
    fallback: { from: { id: fetched.model.id } },
  });
});

test('a model that is removed while it is chosen gives way to the bundled one', async () => {
  await ask({ verb: 'choose', modelId: fetched.model.id });
  const now = await ask({ verb: 'remove', modelId: fetched.model.id });
  expect(now.models[0]).toMatchObject({ id: bundled.model.id, chosen: true });
  await expect(ask({ verb: 'remove', modelId: bundled.model.id })).rejects.toThrow('nothing to remove');
});

test('a model that was removed is not fetched again for the vectors that it has left', async () => {
  await save('one');
  await ask({ verb: 'choose', modelId: fetched.model.id });
  await become('it to be in use', ({ model, indexing }) => model.id === fetched.model.id && indexing.indexed === 1);
  await ask({ verb: 'pause' });
  const now = await ask({ verb: 'remove', modelId: fetched.model.id });
  expect(now).toMatchObject({ model: { id: bundled.model.id }, indexing: { indexed: 0, total: 1 } });
  expect((await meaning.embedders.current()).model.id).toBe(bundled.model.id);
});

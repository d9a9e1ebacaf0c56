import { expect, test } from 'vitest';
import { bundled, models, superseded, type KnownModel } from '../../../../src/embed/registry.ts';
import { engineUnderTest, everythingThere } from './engine-under-test.ts';

/** `fetched` and `alsoFetched` aren't in the package: they are downloaded after the user chooses them. */
const [, fetched, alsoFetched] = models as [KnownModel, KnownModel, KnownModel];
const engine = engineUnderTest();

test('searches with the old model until the new one has indexed everything', async () => {
  await engine.save('one', 'two');
  await engine.everythingIndexed();
  engine.behaviours['webllm.js'] = 'waits';
  expect(await engine.ask({ verb: 'choose', modelId: fetched.model.id })).toMatchObject({
    model: { id: bundled.model.id },
    coming: { id: fetched.model.id },
  });
  await engine.waitForState('the model to load', ({ coming }) => coming?.progress === 0.5);
  expect((await engine.meaning.embedders.current()).model.id).toBe(bundled.model.id);
  engine.workers.at(-1)?.postMessage({ go: true } as never);
  const now = await engine.waitForState('the model to be in use', ({ model }) => model.id === fetched.model.id);
  expect(now).toMatchObject({ status: 'ready', coming: undefined, indexing: { indexed: 2, total: 2 } });
  expect((await engine.meaning.embedders.current()).model.id).toBe(fetched.model.id);
  engine.start();
  expect((await engine.state()).model.id).toBe(fetched.model.id);
});

test('searches with an earlier version’s bundled model until the new one has indexed everything', async () => {
  engine.behaviours['embedder.js'] = 'waits';
  await engine.save('one', 'two');
  await engine.state();
  for (const memory of await engine.index.unindexed(superseded.model, 2))
    await engine.index.keep(superseded.model.id, memory, [{ start: 0, end: 3, vector: Float32Array.of(3) }]);
  await engine.index.finish(superseded.model.id);
  delete engine.behaviours['embedder.js'];
  engine.start();
  expect(await engine.ask({ verb: 'pause' })).toMatchObject({
    model: { id: superseded.model.id },
    coming: { id: bundled.model.id },
    indexing: { indexed: 2, total: 2 },
  });
  expect((await engine.meaning.embedders.current()).model.id).toBe(superseded.model.id);
  // The old model can't be chosen, so cancelling doesn't keep it.
  expect((await engine.ask({ verb: 'cancel' })).models.find(({ chosen }) => chosen)?.id).toBe(bundled.model.id);
  await expect(engine.ask({ verb: 'choose', modelId: superseded.model.id })).rejects.toThrow('no such model');
  await engine.ask({ verb: 'resume' });
  expect(
    await engine.waitForState('the bundled model to be in use', ({ coming }) => coming === undefined),
  ).toMatchObject({
    model: { id: bundled.model.id },
    indexing: { indexed: 2, total: 2 },
  });
});

test('during a switch of models, indexes new memories with the old model too, unless indexing is paused', async () => {
  await engine.save('one', 'two');
  await engine.everythingIndexed();
  engine.behaviours['webllm.js'] = 'waits';
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.waitForState('the model to load', ({ coming }) => coming?.progress === 0.5);
  await engine.save('three');
  expect(await engine.waitForState('the memory to be indexed', ({ indexing }) => indexing.indexed === 3)).toMatchObject(
    {
      model: { id: bundled.model.id },
      coming: { id: fetched.model.id },
    },
  );
  const { vector } = await (await engine.meaning.embedders.current()).query('three');
  expect((await engine.index.search({ vector, filters: {}, limit: 5 })).map(({ passage }) => passage.end)).toContain(5);

  await engine.ask({ verb: 'pause' });
  await engine.save('four');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect((await engine.state()).indexing).toMatchObject({ indexed: 3, total: 4 });
  await engine.ask({ verb: 'resume' });
  await engine.waitForState('the memory to be indexed', ({ indexing }) => indexing.indexed === 4);
  engine.workers.at(-1)?.postMessage({ go: true } as never);
  await engine.waitForState('the new model in use', ({ model }) => model.id === fetched.model.id);
});

test('a text that the old model can’t embed doesn’t block a switch of models', async () => {
  await engine.save('one', 'two');
  await engine.everythingIndexed();
  engine.behaviours['webllm.js'] = 'waits';
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.waitForState('the model to load', ({ coming }) => coming?.progress === 0.5);
  await engine.save('fault', 'four');
  await engine.waitForState('the other text to be indexed', ({ indexing }) => indexing.indexed === 3);
  engine.workers.at(-1)?.postMessage({ go: true } as never);
  await engine.waitForState('the new model in use', ({ model }) => model.id === fetched.model.id);
});

test('cancels a model that is being downloaded', async () => {
  await engine.save('one');
  await engine.everythingIndexed();
  engine.behaviours['webllm.js'] = 'waits';
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.waitForState('the model to load', ({ coming }) => coming?.progress === 0.5);
  const now = await engine.ask({ verb: 'cancel' });
  expect(now).toMatchObject({ model: { id: bundled.model.id }, coming: undefined, fallback: undefined });
  expect(now.models.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([bundled.model.id]);
});

test('keeps the new model if the user cancels once it is in use', async () => {
  await engine.save('one');
  await engine.everythingIndexed();
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.waitForState('the new model in use', ({ model }) => model.id === fetched.model.id);
  const now = await engine.ask({ verb: 'cancel' });
  expect(now).toMatchObject({ model: { id: fetched.model.id }, status: 'ready' });
  expect(now.models.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([fetched.model.id]);
});

test('doesn’t report that a model chosen during a pause is loading', async () => {
  await engine.save('one');
  await engine.everythingIndexed();
  await engine.ask({ verb: 'pause' });
  const { coming, indexing } = await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  expect([coming, indexing.paused]).toEqual([{ id: fetched.model.id, progress: undefined, indexed: 0 }, true]);
});

test('cancels a download before anything is indexed', async () => {
  engine.behaviours['webllm.js'] = 'waits';
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  engine.meaning.warmUp();
  await engine.waitForState('the model to load', ({ status }) => status === 'loading');
  const now = await engine.ask({ verb: 'cancel' });
  expect(now).toMatchObject({ model: { id: bundled.model.id }, status: 'absent', coming: undefined });
});

test('switches to another model that is chosen during a download', async () => {
  await engine.save('one');
  await engine.everythingIndexed();
  engine.behaviours['webllm.js'] = 'waits';
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.waitForState('the model to load', ({ coming }) => coming?.progress === 0.5);
  delete engine.behaviours['webllm.js'];
  await engine.ask({ verb: 'choose', modelId: alsoFetched.model.id });
  await engine.waitForState('the next model to be in use', ({ model }) => model.id === alsoFetched.model.id);
});

test.each([
  ['refused', 'It gave wrong vectors.'],
  ['broken', 'Its files are damaged.'],
])('the bundled model replaces a chosen model that is %s, and the reason is reported', async (behaviour, reason) => {
  engine.behaviours['webllm.js'] = behaviour;
  await engine.save('one');
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  const now = await engine.waitForState('the fallback', ({ fallback }) => fallback !== undefined);
  expect(now).toMatchObject({ model: { id: bundled.model.id }, fallback: { from: { id: fetched.model.id }, reason } });
  expect(await engine.everythingIndexed()).toMatchObject({
    model: { id: bundled.model.id },
    indexing: { indexed: 1, total: 1 },
  });
  delete engine.behaviours['webllm.js'];
  await engine.ask({ verb: 'retry' });
  expect(await engine.waitForState('the chosen model', ({ model }) => model.id === fetched.model.id)).toMatchObject({
    fallback: undefined,
  });
});

test('re-indexes with the bundled model, and reports the progress, if the model in use is lost', async () => {
  await engine.save('one', 'two');
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.waitForState(
    'the model to be in use',
    ({ model, indexing }) => model.id === fetched.model.id && indexing.indexed === 2,
  );
  await expect((await engine.meaning.embedders.current()).query('lose')).rejects.toThrow('The graphics card is gone.');
  expect(await engine.state()).toMatchObject({
    model: { id: bundled.model.id },
    fallback: { reason: 'The graphics card is gone.' },
    indexing: { total: 2 },
  });
  expect(await engine.everythingIndexed()).toMatchObject({ model: { id: bundled.model.id }, status: 'ready' });
});

test('if the model in use is lost, switches to the bundled model’s vectors before the bundled model loads', async () => {
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.save('one', 'two');
  await engine.waitForState(
    'the model to be in use',
    ({ model, indexing }) => model.id === fetched.model.id && indexing.indexed === 2,
  );
  engine.behaviours['embedder.js'] = 'waits';
  await expect((await engine.meaning.embedders.current()).query('lose')).rejects.toThrow('The graphics card is gone.');
  await engine.waitForState('the bundled model’s vectors to be in use', () => engine.index.model === bundled.model.id);
  expect((await engine.state()).indexing).toEqual({ indexed: 0, total: 2, paused: false });
});

test('a text that the new model can’t embed doesn’t block a switch of models', async () => {
  await engine.save('one', 'fault', 'three');
  await engine.waitForState('the other texts to be indexed', ({ indexing }) => indexing.indexed === 2);
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  expect(await engine.waitForState('the new model in use', ({ model }) => model.id === fetched.model.id)).toMatchObject(
    {
      coming: undefined,
      indexing: { indexed: 2, total: 3 },
    },
  );
});

test('lists a model that can’t run here with the reason, and refuses to choose it', async () => {
  engine.environment = { ...everythingThere, hasAdapter: async () => false };
  engine.start();
  const { models: choices } = await engine.state();
  expect(choices.find(({ id }) => id === fetched.model.id)?.unavailable).toContain('WebGPU');
  expect(choices[0]).toMatchObject({ id: bundled.model.id, chosen: true, unavailable: undefined, download: undefined });
  await expect(engine.ask({ verb: 'choose', modelId: fetched.model.id })).rejects.toThrow('WebGPU');
  await expect(engine.ask({ verb: 'choose', modelId: 'made up' })).rejects.toThrow('no such model');
});

test('the bundled model replaces a chosen one that can no longer run here', async () => {
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  engine.environment = { ...everythingThere, hasFile: async () => false };
  engine.start();
  expect(await engine.state()).toMatchObject({
    model: { id: bundled.model.id },
    fallback: { from: { id: fetched.model.id } },
  });
});

test('falls back to the bundled model if the chosen one is removed', async () => {
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  const now = await engine.ask({ verb: 'remove', modelId: fetched.model.id });
  expect(now.models[0]).toMatchObject({ id: bundled.model.id, chosen: true });
  await expect(engine.ask({ verb: 'remove', modelId: bundled.model.id })).rejects.toThrow('no downloaded files');
});

test('doesn’t download a removed model again although its vectors remain', async () => {
  await engine.save('one');
  await engine.ask({ verb: 'choose', modelId: fetched.model.id });
  await engine.waitForState(
    'the model to be in use',
    ({ model, indexing }) => model.id === fetched.model.id && indexing.indexed === 1,
  );
  await engine.ask({ verb: 'pause' });
  const now = await engine.ask({ verb: 'remove', modelId: fetched.model.id });
  expect(now).toMatchObject({ model: { id: bundled.model.id }, indexing: { indexed: 0, total: 1 } });
  expect((await engine.meaning.embedders.current()).model.id).toBe(bundled.model.id);
});

import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { HostedModel } from '../../../src/embed/hosted/hosted-model.ts';
import { weightsPath } from '../../../src/embed/minilm/model.ts';
import { bundled } from '../../../src/embed/registry.ts';
import { bundledModel } from '../../../src/server/meaning/bundled-model.ts';
import { ModelUnavailable } from '../../../src/service/ports/embedder.ts';
import { temporaryFolder } from '../../../scripts/browsers/index.ts';

let model: HostedModel;
afterEach(() => model.end());

const cosineOf = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

test('embeds in a separate thread: the event loop keeps running, and a query doesn’t wait for a long text that is being indexed', async () => {
  model = bundledModel();
  const embedder = await model.current();
  expect(embedder.model).toEqual(bundled.model);
  const done: string[] = [];
  let turns = 0;
  const reading = embedder.passages('The quiet room at the back of the hotel. '.repeat(400)).then((passages) => {
    done.push('read');
    return passages;
  });
  const query = embedder.query('a hotel room without noise').then((vector) => {
    done.push('asked');
    return vector;
  });
  const { vector } = await query;
  while (!done.includes('read')) {
    turns++;
    await setImmediate();
  }
  const passages = await reading;
  expect(done).toEqual(['asked', 'read']);
  expect(passages.length).toBeGreaterThan(10);
  expect(turns).toBeGreaterThan(10);
  expect(cosineOf(passages[0]!.vector, vector)).toBeGreaterThan(
    cosineOf(passages[0]!.vector, (await embedder.query('interest rates of the central bank')).vector),
  );
});

test('starts a new thread for the next query after the old thread has ended', async () => {
  model = bundledModel();
  const embedder = await model.current();
  const reading = embedder.passages('The quiet room at the back of the hotel. '.repeat(400));
  model.end();
  await expect(reading).rejects.toThrow(ModelUnavailable);
  expect((await embedder.query('hotel')).vector).toHaveLength(bundled.model.dimensions);
});

test('refuses a model whose files are damaged or missing, with the reason', async () => {
  const folder = temporaryFolder('model');
  for (const path of ['models', 'kernels']) cpSync(`public/${path}`, join(folder, path), { recursive: true });
  writeFileSync(join(folder, weightsPath), new Uint8Array(1_000));
  model = bundledModel(folder);
  await expect(model.current()).rejects.toThrow(ModelUnavailable);
  expect(model.health.status).toBe('failed');
  expect(model.health.reason).toMatch(/weights/);
  model = bundledModel(temporaryFolder('nothing'));
  await expect(model.current()).rejects.toThrow('no such file');
});

import { describe, expect, test } from 'vitest';
import { whyUnavailable, type Environment } from '../../../src/embed/availability.ts';
import { bundled, modelOf, models } from '../../../src/embed/registry.ts';
import { arcticS } from '../../../src/embed/webllm/models.ts';

describe('the registry of models', () => {
  test('has the bundled model first, and no id twice', () => {
    expect(models[0]).toBe(bundled);
    expect(new Set(models.map(({ model }) => model.id)).size).toBe(models.length);
  });

  test('returns a model by its id, and undefined for an unknown id', () => {
    for (const known of models) expect(modelOf(known.model.id)).toBe(known);
    expect(modelOf('another')).toBeUndefined();
  });

  test('names the host and the size of every download', () => {
    for (const { download } of models.flatMap((known) =>
      known.download ? [known as { download: NonNullable<typeof known.download> }] : [],
    )) {
      expect(download.hosts).toContain(new URL(download.address).host);
      expect(download.bytes).toBeGreaterThan(100_000_000);
    }
  });

  test('has no download for the bundled model', () => {
    expect(bundled.download).toBeUndefined();
  });

  test('has plausible constants', () => {
    for (const { model, proof } of models) {
      expect(model.cosines.unrelated).toBeLessThan(model.cosines.same);
      expect(Math.max(...proof.begins.map(Math.abs))).toBeGreaterThan(3 * proof.within);
    }
  });
});

const capableBrowser: Environment = { browser: 'chromium', hasAdapter: async () => true, hasFile: async () => true };
const never = () => Promise.reject(new Error('Unexpected call.'));

describe('a downloadable model', () => {
  test('can be chosen in Chromium, with its library and a graphics adapter', async () => {
    expect(await whyUnavailable(arcticS, capableBrowser)).toBeUndefined();
  });

  test.each<[string, Partial<Environment>, string]>([
    ['in Firefox', { browser: 'firefox' }, 'Only available in Chromium.'],
    [
      'without its library in the build',
      { hasFile: async () => false },
      'This build of Commonplace doesn’t include the software that runs this model.',
    ],
    [
      'without a graphics adapter',
      { hasAdapter: async () => false },
      'It needs WebGPU, and this browser has no suitable graphics adapter.',
    ],
  ])('cannot be chosen %s, and gives the reason', async (_, environment, reason) => {
    expect(await whyUnavailable(arcticS, { ...capableBrowser, ...environment })).toBe(reason);
  });

  test('looks for its own library in the build', async () => {
    const paths: string[] = [];
    await whyUnavailable(arcticS, { ...capableBrowser, hasFile: async (path) => Boolean(paths.push(path)) });
    expect(paths).toEqual(['webllm/snowflake-arctic-embed-s-q0f32-ctx512_cs512_batch4-webgpu.wasm']);
  });

  test('requests no adapter if it cannot be chosen anyway', async () => {
    await whyUnavailable(arcticS, { ...capableBrowser, browser: 'firefox', hasAdapter: never, hasFile: never });
    await whyUnavailable(arcticS, { ...capableBrowser, hasFile: async () => false, hasAdapter: never });
  });
});

test('the bundled model can be chosen everywhere', async () => {
  expect(await whyUnavailable(bundled, { browser: 'firefox', hasAdapter: never, hasFile: never })).toBeUndefined();
});

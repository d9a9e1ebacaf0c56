import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, until, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import type { bridge } from '../support/embedding/page.ts';
import { modelSite, type ModelSite } from '../support/embedding/site.ts';
import type { Embedding, Outcome, Task } from '../support/embedding/worker.ts';
import { read, runOf, variants, vocabulary, weights, weightsOf } from '../unit/embed/minilm/modules.ts';
import { cosine, mean, references } from '../../scripts/model/minilm_references.ts';
import { diskFiles } from '../../src/embed/files/disk-files.ts';
import { weightsFile, weightsPath, windowTokens } from '../../src/embed/minilm/model.ts';
import { kernelRun as spladeRun } from '../../src/embed/splade/kernel-run.ts';
import { kernelPath as spladeKernelPath, weightsFile as spladeWeights } from '../../src/embed/splade/model.ts';
import { partsFrom, useMultilingual } from '../../src/embed/use-multilingual/encoder.ts';
import { weightsFile as multilingualWeights } from '../../src/embed/use-multilingual/model.ts';
import { beginningOf } from '../../src/embed/minilm/tokens/windows.ts';

/** A busy machine is slow to compute the first vectors. */
const answerMs = 60_000;

const sample = references.filter((_, index) => index % 4 === 0);
const texts = sample.map(({ text }) => text);
type WithBridge = typeof globalThis & { bridge?: typeof bridge };

describe('the bundled model in a browser', () => {
  let site: ModelSite;
  let browser: ExtensionBrowser;
  let page: Page;
  beforeAll(async () => {
    site = await modelSite();
    browser = await launchBrowser({ extension: resolve('scripts/browsers/sample-extension') });
    page = await browser.newPage(site.origin);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Starts work in the page and polls for its result, since Firefox runs one command at a time. */
  async function ask<Name extends keyof Embedding>(
    name: Name,
    ...args: Parameters<Embedding[Name]>
  ): Promise<Awaited<ReturnType<Embedding[Name]>>> {
    await page.waitFor(() => (globalThis as WithBridge).bridge !== undefined);
    await page.evaluate(
      (work) => (globalThis as WithBridge).bridge!.begin(work),
      JSON.stringify([name, ...args] satisfies Task),
    );
    const outcome = await until(
      `the answer to ${name}`,
      () => page.evaluate(() => (globalThis as WithBridge).bridge!.outcome()),
      answerMs,
    );
    const { answer, fault } = JSON.parse(outcome) as Outcome;
    if (fault !== undefined) throw new Error(fault);
    return answer as Awaited<ReturnType<Embedding[Name]>>;
  }

  const cosines = (vectors: number[][]) =>
    vectors.map((vector, index) => cosine(Float32Array.from(vector), sample[index]!.vector));

  test.each(variants)(
    'gives vectors close to the original model’s with the WebAssembly module %s, if supported',
    async (variant) => {
      const vectors = await ask('vectorsBy', variant, texts);
      if (variant === 'plain') expect(vectors).toBeDefined();
      if (!vectors) return;
      expect(mean(cosines(vectors))).toBeGreaterThan(0.996);
    },
  );

  test('with plain SIMD, computes exactly the same vectors as Node', async () => {
    const run = await runOf('plain');
    const expected = run(texts.map((text) => beginningOf(text, vocabulary, windowTokens)));
    expect(await ask('vectorsBy', 'plain', texts)).toEqual(expected.map((vector) => [...vector]));
  });

  test('SPLADE computes the same term scores as in Node: exactly with plain SIMD, approximately with the other modules', async () => {
    const few = texts.slice(0, 4);
    const run = await spladeRun(read(spladeKernelPath('plain')), weightsOf(read(spladeWeights.path)));
    const expected = few.map((text) => [...run(beginningOf(text, vocabulary, windowTokens))]);
    expect(await ask('termScoresBy', 'plain', few)).toEqual(expected);
    for (const variant of variants.filter((name) => name !== 'plain'))
      for (const [index, scores] of ((await ask('termScoresBy', variant, few)) ?? []).entries()) {
        const expectedScores = expected[index]!;
        expect(cosine(Float32Array.from(scores), Float32Array.from(expectedScores))).toBeGreaterThan(
          0.99 * Math.hypot(...scores) * Math.hypot(...expectedScores),
        );
      }
  });

  test('tries a fast module before the plain one if the browser has relaxed SIMD', async () => {
    const hasRelaxed = (await ask('vectorsBy', 'relaxed-pairs', texts.slice(0, 1))) !== undefined;
    expect(await ask('variantsHere')).toEqual(hasRelaxed ? [expect.stringMatching(/^relaxed-/), 'plain'] : ['plain']);
  });

  test('is loaded from a copy the second time, and from the package again if the copy is gone', async () => {
    const requests = () => site.requested.filter((path) => path === `/${weightsPath}`).length;
    const before = requests();
    expect(mean(cosines(await ask('vectors', texts)))).toBeGreaterThan(0.996);
    await until('the copy', async () => (await ask('copies', weightsFile.folder)).includes(weights.length));
    expect(requests()).toBe(before + 1);

    await page.reload();
    expect(mean(cosines(await ask('vectors', texts)))).toBeGreaterThan(0.996);
    expect(requests()).toBe(before + 1);

    await page.evaluate(async () =>
      (await navigator.storage.getDirectory()).removeEntry('minilm', { recursive: true }),
    );
    await page.reload();
    expect(mean(cosines(await ask('vectors', texts)))).toBeGreaterThan(0.996);
    expect(requests()).toBe(before + 2);
  });

  test('the multilingual model computes exactly the same vectors as in Node, also when loaded from its copy', async () => {
    const { vectorOf } = await useMultilingual(partsFrom(diskFiles()));
    const expected = texts.map((text) => [...vectorOf(text)]);
    const requests = () => site.requested.filter((path) => path === `/${multilingualWeights.path}`).length;
    expect(await ask('multilingualVectors', texts)).toEqual(expected);
    const { size } = statSync(`public/${multilingualWeights.path}`);
    await until('the copy', async () => (await ask('copies', multilingualWeights.folder)).includes(size));
    await page.reload();
    expect(await ask('multilingualVectors', texts)).toEqual(expected);
    expect(requests()).toBe(1);
  });

  test('is loaded from the package again if the copy is damaged, and the copy is repaired', async () => {
    const requests = () => site.requested.filter((path) => path === `/${weightsPath}`).length;
    await until('the copy', async () => (await ask('copies', weightsFile.folder)).includes(weights.length));
    const before = requests();
    await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('minilm');
      for await (const name of folder.keys()) {
        const writable = await (await folder.getFileHandle(name)).createWritable({ keepExistingData: true });
        await writable.write({ type: 'write', position: 6_000_000, data: new Uint8Array(65_536) });
        await writable.close();
      }
    });
    await page.reload();
    expect(mean(cosines(await ask('vectors', texts)))).toBeGreaterThan(0.996);
    expect(requests()).toBe(before + 1);

    await until('a load that requests no file', async () => {
      const earlier = requests();
      await page.reload();
      await ask('vectors', texts.slice(0, 1));
      return requests() === earlier;
    });
  });
});

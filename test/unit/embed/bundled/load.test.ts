import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hashes } from '../../../../src/embed/bundled/checked-files.ts';
import { loadFromPackage, testedLater } from '../../../../src/embed/bundled/load.ts';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import { plainFiles, type ModelFiles } from '../../../../src/embed/files/model-files.ts';
import { vocabularyPath, weightsPath } from '../../../../src/embed/minilm/model.ts';
import { bundled, superseded } from '../../../../src/embed/registry.ts';
import type { Runner } from '../../../../src/embed/runner.ts';
import { ModelRefused, type Embedder } from '../../../../src/service/ports/embedder.ts';
import { toyRunner } from '../../../support/toy-model.ts';

const files = diskFiles();
const ids = [bundled.model.id, superseded.model.id];

const withFlipped = (damaged: string, at: number): ModelFiles =>
  plainFiles(async (path) => {
    const bytes = await files.read(path);
    return path === damaged ? bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)) : bytes;
  });

describe('a model from the package', () => {
  test.each(ids)('%s passes its self-test and embeds', async (id) => {
    const embedder = await loadFromPackage(id, files);
    await expect(embedder.tested).resolves.toBeUndefined();
    expect(await embedder.passages('the quiet room')).toHaveLength(1);
  });

  test.each(ids)('%s is refused if a letter of its vocabulary is wrong', async (id) => {
    const damaged = withFlipped(vocabularyPath, 150_000);
    await expect(loadFromPackage(id, damaged)).rejects.toMatchObject({ check: 'files' });
  });

  test.each([...hashes.keys()].filter((path) => path !== vocabularyPath))(
    'is refused if %s is damaged',
    async (path) => {
      await expect(loadFromPackage(bundled.model.id, withFlipped(path, 100_000))).rejects.toMatchObject({
        check: 'files',
      });
    },
  );

  test.each(ids)('%s doesn’t load damaged weights', async (id) => {
    await expect(loadFromPackage(id, withFlipped(weightsPath, 9_000_001))).rejects.toThrow('is damaged');
  });

  test('answers a query before the self-test ends', async () => {
    const embedder = await loadFromPackage(bundled.model.id, files);
    const order: string[] = [];
    const tested = embedder.tested?.then(() => order.push('tested'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    await embedder.query('hotel').then(() => order.push('answered'));
    await tested;
    expect(order).toEqual(['answered', 'tested']);
  });
});

test.each([...hashes])('%s has the expected hash', (path, hash) => {
  expect(
    createHash('sha256')
      .update(readFileSync(`public/${path}`))
      .digest('hex'),
  ).toBe(hash);
});

describe('a model that is tested after its first answers', async () => {
  const embedderOver = (runner: Runner): Embedder & Runner => ({
    ...runner,
    query: async (text) => ({ vector: (await runner.embed([text], 'query'))[0]! }),
    passages: async (text) => [{ start: 0, end: text.length, vector: (await runner.embed([text], 'passage'))[0]! }],
    queryLike: (vector) => ({ vector }),
    familiarity: async () => 1,
  });
  const text = 'the car would not start';
  const begins = Array.from((await toyRunner().embed([text], 'passage'))[0]!.slice(0, 5));
  const proof = { text, begins, within: 0.005 };

  test('answers queries but embeds no passages if a later check fails', async () => {
    const embedder = await testedLater(embedderOver(toyRunner({ window: 60 })), proof);
    expect((await embedder.query(text)).vector).toHaveLength(64);
    await expect(embedder.passages(text)).rejects.toThrow(ModelRefused);
    await expect(embedder.tested).rejects.toMatchObject({ check: 'window' });
  });

  test('control: embeds passages if all checks pass', async () => {
    expect(await (await testedLater(embedderOver(toyRunner()), proof)).passages(text)).toHaveLength(1);
  });

  test('doesn’t load if its vector differs from the known vector', async () => {
    await expect(testedLater(embedderOver(toyRunner({ shuffled: true })), proof)).rejects.toMatchObject({
      check: 'proof',
    });
  });
});

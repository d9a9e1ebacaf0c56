import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import { partsFrom, useMultilingual, type SentenceEncoder } from '../../../../src/embed/use-multilingual/encoder.ts';
import type { Weights } from '../../../../src/embed/files/model-files.ts';
import { kernelRun } from '../../../../src/embed/use-multilingual/kernel-run.ts';
import { kernelPath, weightsFile } from '../../../../src/embed/use-multilingual/model.ts';
import { ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { weightsOf } from '../minilm/modules.ts';
import { cosine } from '../../../../scripts/model/minilm_references.ts';
import { references } from '../../../../scripts/model/use_references.ts';

const parts = partsFrom(diskFiles());
const longText = references.at(-1)!.text;

describe('the multilingual model', () => {
  let encoder: SentenceEncoder;
  beforeAll(async () => {
    encoder = await useMultilingual(parts);
  });

  test.each(references)('returns the vector of the original model: $text', ({ text, vector }) => {
    expect(cosine(encoder.vectorOf(text), vector)).toBeGreaterThan(0.9999);
  });

  test('gives vectors of length 1', () => {
    for (const { text } of references) {
      const vector = encoder.vectorOf(text);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  test('returns exactly the same vector for a text, regardless of earlier texts', () => {
    const vectors = references.map(({ text }) => encoder.vectorOf(text));
    const reversed = references.toReversed().map(({ text }) => encoder.vectorOf(text));
    expect(reversed.reverse()).toEqual(vectors);
  });

  test('reads all of a long text, but only the beginning of a very long text', () => {
    const twice = longText.repeat(2);
    expect(cosine(encoder.vectorOf(`${twice} The tram stops at the cathedral.`), encoder.vectorOf(twice))).toBeLessThan(
      0.99999,
    );
    const veryLong = encoder.vectorOf(longText.repeat(200));
    expect(encoder.vectorOf(longText.repeat(300))).toEqual(veryLong);
    expect(cosine(veryLong, references.at(-1)!.vector)).toBeGreaterThan(0.9);
  });

  test('finds a text by a question in another language', () => {
    const question = encoder.vectorOf('Wo ist das ruhige Zimmer?');
    const nearness = (text: string) => cosine(question, encoder.vectorOf(text));
    const right = nearness('The quiet room is at the back of the hotel, away from the street.');
    for (const other of ['The plumber comes on Tuesday.', 'E = mc²', '彼女は毎朝公園を走ります。'])
      expect(right).toBeGreaterThan(0.1 + nearness(other));
  });
});

test('throws ModelUnavailable if the vectors are wrong', async () => {
  const damaged: Weights = async (target, checksum) => {
    await parts.weights(target, checksum);
    for (let at = 64; at < 1_000_000; at += 50) target[at]! ^= 0x40;
  };
  await expect(useMultilingual({ ...parts, weights: damaged })).rejects.toThrow(
    new ModelUnavailable('The multilingual model computes wrong vectors in this browser.'),
  );
});

test('throws for weights of another size', async () => {
  const weights = readFileSync(`public/${weightsFile.path}`).subarray(64);
  await expect(kernelRun(readFileSync(`public/${kernelPath}`), weightsOf(weights))).rejects.toThrow(
    /The weights have \d+ bytes instead of \d+\./,
  );
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { Variant } from '../../../../src/embed/bert/choose.ts';
import type { Run } from '../../../../src/embed/minilm/kernel-run.ts';
import { windowTokens } from '../../../../src/embed/minilm/model.ts';
import { beginningOf } from '../../../../src/embed/minilm/tokens/windows.ts';
import { runOf, variants, vocabulary, weights } from './modules.ts';
import { cosine, mean, references as allReferences } from '../../../../scripts/model/minilm_references.ts';
import { sized } from '../../../support/rounds.ts';

/** `npm test` uses every third text, and always the last, which is the longest. */
const references = allReferences.filter((_, index) => (allReferences.length - 1 - index) % sized(1, 3) === 0);

const sequences = references.map(({ text }) => beginningOf(text, vocabulary, windowTokens));
const cosines = (vectors: Float32Array[]) => vectors.map((vector, index) => cosine(vector, references[index]!.vector));
const areIdentical = (one: Float32Array[], other: Float32Array[]) => bytesOf(one).equals(bytesOf(other));
const bytesOf = (vectors: Float32Array[]) => Buffer.concat(vectors.map(({ buffer }) => Buffer.from(buffer)));
const vectorsAlone = (run: Run) => sequences.map((tokens) => run([tokens])[0]!);

/**
 * Lengths with which the kernel multiplies each possible number of rows at once (one to five). The larger lengths take
 * about one of the kernel's blocks of 64 rows, or several.
 */
const lengths = [...Array.from({ length: 24 }, (_, index) => index + 2), 63, 64, 65, 66, 130, 231];

/** Changes every hundredth byte of the layers, which come after the embeddings. */
function damagedWeights(): Uint8Array<ArrayBuffer> {
  const copy = weights.slice();
  for (let at = 12_100_000; at < copy.length; at += 100) copy[at]! ^= 0x40;
  return copy;
}

const vectorsBy = new Map<Variant, Float32Array[]>();

describe.each(variants)('the kernel (%s)', (variant) => {
  let run: Run;
  let vectors: Float32Array[];
  beforeAll(async () => {
    run = await runOf(variant);
    vectors = vectorsAlone(run);
    vectorsBy.set(variant, vectors);
  });

  test('returns the vectors of the original model, within the error of int8', () => {
    const all = cosines(vectors);
    expect(mean(all)).toBeGreaterThan(0.996);
    expect(Math.min(...all)).toBeGreaterThan(0.98);
  });

  test('control: returns other vectors if the model’s weights are damaged', async () => {
    expect(mean(cosines(vectorsAlone(await runOf(variant, damagedWeights()))))).toBeLessThan(0.996);
  });

  test('returns unit vectors', () => {
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  });

  test('returns exactly the same vector for a text alone, in a batch and in the reversed batch', () => {
    const some = sequences.slice(0, 32);
    expect(areIdentical(run(some), vectors.slice(0, 32))).toBe(true);
    expect(areIdentical(run(some.toReversed()).reverse(), vectors.slice(0, 32))).toBe(true);
    expect(areIdentical(run(some.toReversed()), vectors.slice(0, 32))).toBe(false);
  });

  test('for sequences of many lengths, returns exactly the same vectors alone and in a batch', () => {
    const tokens = sequences[sequences.length - 1]!;
    const every = lengths.map((length) => tokens.slice(0, length));
    expect(
      areIdentical(
        run(every),
        every.map((sequence) => run([sequence])[0]!),
      ),
    ).toBe(true);
  });

  test('throws for weights of another size and for a sequence that is too long', async () => {
    await expect(runOf(variant, weights.subarray(0, -64))).rejects.toThrow(
      /The weights have \d+ bytes instead of \d+\./,
    );
    expect(() => run([new Int32Array(257)])).toThrow('A sequence of 257 tokens is longer than 256.');
  });
});

test('all modules return almost the same vectors, so their vectors can be compared', () => {
  const [plain, ...relaxed] = variants.map((variant) => vectorsBy.get(variant)!);
  for (const vectors of relaxed) {
    const all = vectors.map((vector, index) => cosine(vector, plain![index]!));
    expect(mean(all)).toBeGreaterThan(0.998);
    expect(Math.min(...all)).toBeGreaterThan(0.99);
  }
  expect(areIdentical(relaxed[0]!, relaxed[1]!)).toBe(true);
});

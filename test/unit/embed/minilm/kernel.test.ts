import { beforeAll, describe, expect, test } from 'vitest';
import type { Variant } from '../../../../src/embed/minilm/choose.ts';
import type { Run } from '../../../../src/embed/minilm/kernel-run.ts';
import { windowTokens } from '../../../../src/embed/minilm/model.ts';
import { beginningOf } from '../../../../src/embed/minilm/tokens/windows.ts';
import { runOf, variants, vocabulary, weights } from './modules.ts';
import { cosine, mean, references as allReferences } from '../../../../scripts/model/references.ts';
import { sized } from '../../../support/rounds.ts';

/** In `npm test` every third text: the last is the longest. */
const references = allReferences.filter((_, index) => (allReferences.length - 1 - index) % sized(1, 3) === 0);

const sequences = references.map(({ text }) => beginningOf(text, vocabulary, windowTokens));
const cosines = (vectors: Float32Array[]) => vectors.map((vector, index) => cosine(vector, references[index]!.vector));
/** To the bit. */
const same = (one: Float32Array[], other: Float32Array[]) => bytesOf(one).equals(bytesOf(other));
const bytesOf = (vectors: Float32Array[]) => Buffer.concat(vectors.map(({ buffer }) => Buffer.from(buffer)));
const alone = (run: Run) => sequences.map((tokens) => run([tokens])[0]!);

/** All remainders of groups of rows, and the neighbours of a full block. */
const lengths = [...Array.from({ length: 24 }, (_, index) => index + 2), 63, 64, 65, 66, 130, 231];

/** One weight in a hundred of the linear maps is another: their first layer begins after the embeddings. */
function damaged(): Uint8Array<ArrayBuffer> {
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
    vectors = alone(run);
    vectorsBy.set(variant, vectors);
  });

  test('gives the vectors of the original model, but for what int8 costs', () => {
    const all = cosines(vectors);
    expect(mean(all)).toBeGreaterThan(0.996);
    expect(Math.min(...all)).toBeGreaterThan(0.98);
  });

  test('and would not with weights that are damaged', async () => {
    expect(mean(cosines(alone(await runOf(variant, damaged()))))).toBeLessThan(0.996);
  });

  test('gives vectors of length 1', () => {
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  });

  test('gives a text the same vector to the bit, whatever lies beside it', () => {
    const some = sequences.slice(0, 32);
    expect(same(run(some), vectors.slice(0, 32))).toBe(true);
    expect(same(run(some.toReversed()).reverse(), vectors.slice(0, 32))).toBe(true);
    expect(same(run(some.toReversed()), vectors.slice(0, 32))).toBe(false);
  });

  test('gives sequences of many lengths the same vector to the bit, alone and in a batch', () => {
    const tokens = sequences[sequences.length - 1]!;
    const every = lengths.map((length) => tokens.slice(0, length));
    expect(
      same(
        run(every),
        every.map((sequence) => run([sequence])[0]!),
      ),
    ).toBe(true);
  });

  test('refuses weights of another size, and a sequence that is too long', async () => {
    await expect(runOf(variant, weights.subarray(0, -64))).rejects.toThrow(
      /The weights have \d+ bytes instead of \d+\./,
    );
    expect(() => run([new Int32Array(257)])).toThrow('A sequence of 257 tokens is longer than 256.');
  });
});

test('all modules give almost the same vectors, so that those of one can be compared with those of another', () => {
  const [plain, ...relaxed] = variants.map((variant) => vectorsBy.get(variant)!);
  for (const vectors of relaxed) {
    const all = vectors.map((vector, index) => cosine(vector, plain![index]!));
    expect(mean(all)).toBeGreaterThan(0.998);
    expect(Math.min(...all)).toBeGreaterThan(0.99);
  }
  expect(same(relaxed[0]!, relaxed[1]!)).toBe(true);
});

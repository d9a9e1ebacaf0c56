import { describe, expect, test } from 'vitest';
import { selfTest } from '../../../../src/embed/self-test/self-test.ts';
import { pairs } from '../../../../src/embed/self-test/texts.ts';
import type { Runner } from '../../../../src/embed/runner.ts';
import { unit } from '../../../../src/lib/vector-math.ts';
import { ModelRefused, ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { randomFrom } from '../../../../scripts/random.ts';
import { scaled, spoilt, sum, toyModel, toyRunner } from '../../../support/toy-model.ts';

const correctRunner = toyRunner();
const proof = {
  text: 'hello world',
  begins: Array.from((await correctRunner.embed(['hello world'], 'passage'))[0]!.slice(0, 5)),
  within: 0.005,
};

/** A direction unrelated to any text. */
const stray = unit(
  Float32Array.from(
    { length: toyModel.dimensions },
    (
      (random) => () =>
        random() - 0.5
    )(randomFrom(3)),
  ),
);

describe('a correct model', () => {
  test('passes', async () => {
    await expect(selfTest(correctRunner, proof)).resolves.toBeUndefined();
  });

  test('passes if its values differ in the sixth digit between batches, as on a graphics card', async () => {
    const random = randomFrom(5);
    const noisy = spoilt((vectors) =>
      vectors.map((vector) => unit(vector.map((value) => value + (random() - 0.5) * 1e-6))),
    );
    await expect(selfTest(noisy, proof)).resolves.toBeUndefined();
  });
});

const faults: Array<[string, string, Runner]> = [
  ['an ignored mask', 'padding', toyRunner({ ignoresMask: true })],
  [
    'vectors that depend on the batch',
    'batch',
    spoilt((vectors) =>
      vectors.length < 2 ? vectors : vectors.map((vector) => unit(sum([vector, scaled(sum(vectors), 0.05)]))),
    ),
  ],
  ['a constant vector', 'constant', spoilt((vectors) => vectors.map(() => stray))],
  [
    'nearly constant vectors',
    'constant',
    spoilt((vectors) => vectors.map((vector) => unit(sum([scaled(vector, 0.02), stray])))),
  ],
  ['a NaN', 'numbers', spoilt((vectors) => vectors.map((vector) => vector.with(17, Number.NaN)))],
  ['an infinite value', 'numbers', spoilt((vectors) => vectors.map((vector) => vector.with(0, Infinity)))],
  ['too few dimensions', 'shape', spoilt((vectors) => vectors.map((vector) => unit(vector.slice(1))))],
  ['one vector too few', 'shape', spoilt((vectors) => vectors.slice(1))],
  ['vectors not of length 1', 'length', spoilt((vectors) => vectors.map((vector) => scaled(vector, 1.01)))],
  ['zeros', 'length', spoilt((vectors) => vectors.map((vector) => scaled(vector, 0)))],
  ['vectors in another order', 'order', spoilt((vectors) => vectors.toReversed())],
  ['a window that ends early', 'window', toyRunner({ window: 60 })],
  [
    'slightly wrong numbers, such as from a wrong attention scale',
    'proof',
    spoilt((vectors) => vectors.map((vector) => unit(sum([vector, scaled(stray, 0.5)])))),
  ],
  ['a shuffled vocabulary', 'proof', toyRunner({ shuffled: true })],
];

describe('the self-test refuses', () => {
  test.each(faults)('%s', async (_, check, runner) => {
    const refusal: unknown = await selfTest(runner, proof).catch((cause: unknown) => cause);
    expect(refusal).toBeInstanceOf(ModelRefused);
    expect(refusal).toBeInstanceOf(ModelUnavailable);
    expect(refusal).toMatchObject({ check, message: expect.stringMatching(/^Toy failed its self-test: .+\.$/) });
  });

  test('a shuffled vocabulary, even without a reference vector', async () => {
    await expect(selfTest(toyRunner({ shuffled: true }))).rejects.toMatchObject({ check: 'meaning' });
  });

  test('meaning that is almost lost in noise', async () => {
    const random = randomFrom(8);
    const noise = new Map<string, Float32Array>();
    const noiseOf = (text: string) =>
      noise.get(text) ??
      noise.set(text, unit(Float32Array.from({ length: toyModel.dimensions }, () => random() - 0.5))).get(text)!;
    const drowned = spoilt((vectors, texts) =>
      vectors.map((vector, index) => unit(sum([scaled(vector, 0.5), noiseOf(texts[index]!)]))),
    );
    await expect(selfTest(drowned)).rejects.toMatchObject({ check: 'meaning' });
  });

  test('queries whose vectors are unrelated to the passages', async () => {
    const ignoringQueries: Runner = {
      model: toyModel,
      embed: (texts, role) =>
        correctRunner.embed(role === 'query' ? texts.map(() => 'nobody knows the words') : texts, role),
    };
    await expect(selfTest(ignoringQueries)).rejects.toMatchObject({ check: 'meaning' });
  });

  test('a model that throws, with the model’s own error', async () => {
    const broken: Runner = {
      model: toyModel,
      embed: async () => {
        throw new Error('The device is gone.');
      },
    };
    await expect(selfTest(broken)).rejects.toThrow('The device is gone.');
  });
});

describe('a pair of sentences in the self-test', () => {
  test('shares no content word, so comparing words isn’t enough', () => {
    const functionWords = new Set([
      'the',
      'a',
      'an',
      'of',
      'in',
      'on',
      'at',
      'by',
      'for',
      'to',
      'was',
      'our',
      'her',
      'his',
      'how',
      'where',
      'not',
      'would',
      'with',
      'or',
      'and',
      'my',
      'he',
      'she',
      'their',
    ]);
    const contentWordsOf = (text: string) =>
      text
        .toLowerCase()
        .match(/\p{L}+/gu)!
        .filter((word) => !functionWords.has(word));
    for (const [one, other] of pairs)
      expect(contentWordsOf(one).filter((word) => contentWordsOf(other).includes(word))).toEqual([]);
  });
});

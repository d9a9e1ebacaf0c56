import { pairs } from '../../src/embed/self-test/texts.ts';
import type { Runner } from '../../src/embed/runner.ts';
import { unit } from '../../src/lib/vector-math.ts';
import type { Model } from '../../src/service/ports/embedder.ts';
import { randomFrom } from '../../scripts/random.ts';

export const toyModel: Model = {
  id: 'toy',
  name: 'Toy',
  dimensions: 64,
  languages: ['en'],
  cosines: { unrelated: 0, same: 1 },
  certain: { keyword: 0.5, semantic: 0.5 },
};

export interface ToyFaults {
  /** Treats the padding of a batch as words. */
  ignoresMask?: boolean;
  shuffled?: boolean;
  /** How many words of a text the model reads; it ignores the rest. */
  window?: number;
}

/**
 * A model that understands the sentences of the self-test: words of sentences with the same meaning have similar
 * vectors. A text's vector is the sum of its words' vectors, scaled to length 1. A batch is padded to its longest text.
 */
export function toyRunner({ ignoresMask = false, shuffled = false, window = Infinity }: ToyFaults = {}): Runner {
  const row = shuffled
    ? (word: string) => rows.get(vocabulary[(vocabulary.indexOf(word) * 7 + 3) % vocabulary.length]!)!
    : (word: string) => rows.get(word)!;
  return {
    model: toyModel,
    async embed(texts) {
      const batch = texts.map((text) => wordsOf(text).slice(0, window));
      const longest = Math.max(...batch.map((words) => words.length));
      return batch.map((words) =>
        unit(
          sum([
            ...words.map((word) => row(knownWord(word))),
            ...(ignoresMask ? Array<Float32Array>(longest - words.length).fill(padding) : []),
          ]),
        ),
      );
    },
  };
}

export const spoilt = (
  spoil: (vectors: Float32Array[], texts: string[]) => Float32Array[],
  runner = toyRunner(),
): Runner => ({
  model: runner.model,
  embed: async (texts, role) => spoil(await runner.embed(texts, role), texts),
});

export const sum = (vectors: Float32Array[]): Float32Array =>
  vectors.reduce((total, vector) => total.map((value, index) => value + vector[index]!));

export const scaled = (vector: Float32Array, factor: number): Float32Array => vector.map((value) => value * factor);

const random = randomFrom(64);
const direction = () => unit(Float32Array.from({ length: toyModel.dimensions }, () => random() - 0.5));
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}]+/gu) ?? [];

const padding = direction();
const meanings = pairs.map(direction);
/**
 * The vector of each word: a random one. If the word occurs in only one pair of sentences, the vector of that pair's
 * meaning is added.
 */
const rows = new Map<string, Float32Array>();
for (const word of new Set([
  ...pairs.flat().flatMap(wordsOf),
  ...Array.from({ length: 200 }, (_, index) => `other${index}`),
])) {
  const pairMeanings = pairs.flatMap((pair, index) => (pair.flatMap(wordsOf).includes(word) ? [meanings[index]!] : []));
  rows.set(word, sum([scaled(direction(), 0.5), ...(pairMeanings.length === 1 ? pairMeanings : [])]));
}
const vocabulary = [...rows.keys()];

/** The word itself if it has a vector, otherwise one of the words `other…`, by a hash. */
function knownWord(word: string): string {
  if (rows.has(word)) return word;
  const mixed = [...word].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 199, 7);
  return `other${mixed}`;
}

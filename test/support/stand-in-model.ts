import type { Embedder, Model, Passage } from '../../src/service/ports/embedder.ts';
import { unit } from '../../src/lib/vector-math.ts';
import type { Meaning } from '../../src/service/search/meaning.ts';
import { naiveVectors } from './naive-vectors.ts';
import { randomFrom } from '../../scripts/random.ts';

/** Words in one row have the same meaning, so the stand-in model gives them the same vector. */
const rows = [
  ['hotel', 'room', 'inn', 'herberge', 'gasthaus'],
  ['quiet', 'silent', 'calm', 'stille', 'ruhiges'],
  ['plumber', 'tap', 'boiler', 'pipe'],
  ['dog', 'puppy', 'hound'],
  ['tax', 'revenue', 'levy'],
  ['bread', 'sourdough', 'loaf'],
];
const meanings = new Map(rows.flatMap((row) => row.map((word) => [word, row[0]!] as const)));

const dimensions = 96;

export const standInModel: Model = {
  id: 'stand-in',
  name: 'Stand-in',
  dimensions,
  languages: ['en', 'de'],
  cosines: { unrelated: 0, same: 0.8 },
  certain: { keyword: 0.5, semantic: 0.5 },
};

/** The number of words in a window, and in its overlap with the next window. */
const windowWords = 40;
const sharedWords = 10;

/**
 * Every word that isn't in `rows` has its own vector. A text's vector is the sum of its words' vectors, scaled to
 * length 1. A text's familiarity is the share of its words with only English letters and digits.
 */
export function standInEmbedder(model = standInModel): Embedder {
  const random = (word: string) =>
    randomFrom([...model.id, ...word].reduce((hash, letter) => Math.imul(hash, 31) + letter.codePointAt(0)!, 7));
  const direction = (word: string) => {
    const next = random(meanings.get(word) ?? word);
    return Float32Array.from({ length: model.dimensions }, () => next() - 0.5);
  };
  const vectorOf = (text: string) => {
    const sum = new Float32Array(model.dimensions);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [''])
      for (const [index, value] of direction(word).entries()) sum[index]! += value;
    return unit(sum);
  };
  return {
    model,
    query: async (text) => ({ vector: vectorOf(text) }),
    async passages(text) {
      const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
        start: index,
        end: index + word.length,
      }));
      const passages: Passage[] = [];
      for (let first = 0; first === 0 || first + sharedWords < words.length; first += windowWords - sharedWords) {
        const [start, end] = [
          words[first]?.start ?? 0,
          words.slice(first, first + windowWords).at(-1)?.end ?? text.length,
        ];
        passages.push({ start, end, vector: vectorOf(text.slice(start, end)) });
      }
      return passages;
    },
    queryLike: (vector) => ({ vector }),
    async familiarity(text) {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
      return words.length === 0 ? 0 : words.filter((word) => /^[a-z0-9]+$/i.test(word)).length / words.length;
    },
  };
}

/** Search by meaning with the stand-in model; every change is indexed at once. */
export function standInMeaning(model = standInModel): Meaning {
  const embedder = standInEmbedder(model);
  const vectors = naiveVectors(embedder);
  return { embedders: { current: async () => embedder }, vectors: () => vectors };
}

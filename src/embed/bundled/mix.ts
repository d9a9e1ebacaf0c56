import { lengthOf, normalise } from '../../lib/vector-math.ts';
import { dimensions as fullWidth } from '../use-multilingual/model.ts';

/**
 * MiniLM is better for English, but useless for other languages. The multilingual model reads English and 15 other
 * languages. So MiniLM compares English queries with English texts. The multilingual model compares English queries
 * with texts in other languages, and queries in other languages with all texts. Both models compare English queries
 * with partly English texts.
 *
 * For that, a vector has three blocks:
 * 1. MiniLM's vector. Compares English queries with English texts.
 * 2. The multilingual model's vector. Compares queries in other languages with all texts.
 * 3. The first 128 values of that vector, scaled to length 1. Compares English queries with texts in other languages.
 * A partly English text has all three blocks.
 */
export interface Vectors {
  minilm: Float32Array;
  /** Already projected by `reduced` onto the principal components in `basis.bin`. */
  multilingual: Float32Array;
}

/** The factors of the three blocks; a vector has length 1, so the sum of their squares is 1. */
export type Blocks = readonly [minilm: number, second: number, third: number];

/**
 * A part of the model's id. Increment when a change to this file alters vectors: all memories are then indexed again.
 */
export const mixVersion = 2;

/** How many of the multilingual model's values the second and the third block keep (scripts/model/use_basis.py). */
export const widths = { second: 384, third: 128 };

/**
 * Turns a cosine of one of the models into a strength (0..1, the same scale for both models). `english`: English texts
 * and queries. `fromEnglish`: other texts, English queries. `fromOther`: all texts, queries in other languages.
 */
const strengthPerCosine = { english: 1 / 0.8, fromEnglish: 1.3, fromOther: 2.5 };

// The factors below satisfy one condition for each pair of a query and a passage, unless the passage is partly English
// (`both`): the cosine of the joined vectors, divided by `same`, equals the cosine of the model that compares the pair,
// times the pair's factor in `strengthPerCosine`. So ofEnglish · own = english · same, shared = fromOther · same, and
// √(1 − ofEnglish²) · own = fromEnglish · same.
// For a passage of `both`, the three factors and so the strengths are divided by `lengthOfBoth`. With an English query,
// the strength of such a passage is the sum of its strengths by each model.
/** The factor of MiniLM's block in an English query. */
const ofEnglish = 1 / Math.hypot(1, strengthPerCosine.fromEnglish / strengthPerCosine.english);
const ownToShared = strengthPerCosine.english / strengthPerCosine.fromOther / ofEnglish;
/** The factor of the second block in a passage; in one of `both`, divided by `lengthOfBoth`. */
const shared = 1 / Math.hypot(1, ownToShared);
/**
 * The factor of the block that English queries use: MiniLM's in an English passage, the third in a passage in another
 * language. A passage of `both` has both blocks, each with `own` divided by `lengthOfBoth`.
 */
const own = shared * ownToShared;

/** The languages of a text; `both`: some of it is in English. */
export type Languages = 'english' | 'other' | 'both';

const lengthOfBoth = Math.hypot(own, shared, own);

export const blocks: { passage: Record<Languages, Blocks>; query: Record<Exclude<Languages, 'both'>, Blocks> } = {
  passage: {
    english: [own, shared, 0],
    other: [0, shared, own],
    both: [own / lengthOfBoth, shared / lengthOfBoth, own / lengthOfBoth],
  },
  query: { english: [ofEnglish, 0, Math.sqrt(1 - ofEnglish ** 2)], other: [0, 1, 0] },
};

/** Joined vectors with this cosine have a strength of 1. */
export const same = shared / strengthPerCosine.fromOther;

/** Projects the multilingual model's vector onto the basis and scales it to length 1. */
export function reduced(vector: Float32Array, basis: Float32Array): Float32Array {
  const values = new Float32Array(basis.length / fullWidth);
  for (let row = 0; row < values.length; row++) {
    let sum = 0;
    for (let index = 0; index < fullWidth; index++) sum += basis[row * fullWidth + index]! * vector[index]!;
    values[row] = sum;
  }
  return normalise(values);
}

/**
 * Splits the mean of passages' vectors into the vectors of the two models, of length 1. The mean counts as English if
 * MiniLM's block is at least as long (in norm) as the third block. Otherwise MiniLM's vector is zeros.
 */
export function divided(mean: Float32Array): Vectors & { language: 'english' | 'other' } {
  const secondAt = mean.length - widths.second - widths.third;
  const thirdAt = secondAt + widths.second;
  const minilm = mean.slice(0, secondAt);
  const isEnglish = lengthOf(minilm) >= lengthOf(mean.slice(thirdAt));
  return {
    minilm: isEnglish ? normalise(minilm) : new Float32Array(secondAt),
    multilingual: normalise(mean.slice(secondAt, thirdAt)),
    language: isEnglish ? 'english' : 'other',
  };
}

/** Joins the two vectors of a text, each of length 1 unless its factors are 0, to one of length 1. */
export function mixed({ minilm, multilingual }: Vectors, [first, second, third]: Blocks): Float32Array {
  const scaled = (vector: Float32Array, factor: number) => vector.map((value) => value * factor);
  const vector = new Float32Array(minilm.length + widths.second + widths.third);
  vector.set(scaled(minilm, first));
  vector.set(scaled(multilingual, second), minilm.length);
  vector.set(scaled(normalise(multilingual.slice(0, widths.third)), third), minilm.length + widths.second);
  return vector;
}

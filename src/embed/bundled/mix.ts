import type { Role } from '../runner.ts';

/**
 * MiniLM is the better model for English, and useless for other languages. The multilingual one has one space for all
 * languages, but makes English worse. So two English texts are compared by MiniLM alone, all other pairs by the other.
 * For that, a vector has three blocks: MiniLM's vector, and twice that of the multilingual model. In the second block,
 * each text meets queries in other languages; in the third, texts in other languages meet English queries.
 */
export interface Vectors {
  minilm: Float32Array;
  multilingual: Float32Array;
}

/** The factors of the three blocks; a vector has length 1, so the sum of their squares is 1. */
type Blocks = readonly [minilm: number, second: number, third: number];

/** Raise it with every change to this file: all memories are then indexed again. */
export const method = 1;

/** From this share of words in MiniLM's vocabulary on, a text counts as English. */
const englishFamiliarity = 0.65;

/** The cosines of texts that say the same, in each model alone. */
const sameMinilm = 0.8;
const sameMultilingual = 0.4;

const span = Math.hypot(1 / sameMinilm, 1 / sameMultilingual);
const shared = 1 / Math.hypot(1, span * sameMultilingual);
const own = Math.sqrt(1 - shared ** 2);

/** Chosen so that texts that say the same have the cosine `same`, whatever their languages. */
const blocks: Record<Role, Record<'english' | 'other', Blocks>> = {
  passage: { english: [own, shared, 0], other: [0, shared, own] },
  query: { english: [1 / sameMinilm / span, 0, 1 / sameMultilingual / span], other: [0, 1, 0] },
};
export const same = shared * sameMultilingual;

export const isEnglish = (familiarity: number): boolean => familiarity >= englishFamiliarity;

/** Joins the two vectors of a text, each of length 1, to one of length 1. `familiarity`: MiniLM's. */
export function mixed({ minilm, multilingual }: Vectors, role: Role, familiarity: number): Float32Array {
  const [first, second, third] = blocks[role][isEnglish(familiarity) ? 'english' : 'other'];
  const scaled = (vector: Float32Array, factor: number) => vector.map((value) => value * factor);
  return Float32Array.of(...scaled(minilm, first), ...scaled(multilingual, second), ...scaled(multilingual, third));
}

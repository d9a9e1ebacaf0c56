import { wholeOccurrence } from './bag.ts';

/** BM25+ (Lv and Zhai 2011) in MiniSearch's form and with its constants: idf × (d + tf (k + 1) / (tf + k (1 - b + b length / average length))). */
const k = 1.2;
const b = 0.7;
const d = 0.5;

/**
 * MiniSearch counts in whole numbers, so in halves of an occurrence: tf is `wholeOccurrence` times too large.
 * With k as many times larger, and d likewise with k + 1, its score is the one above times `scoreScale`.
 */
const countedK = k * wholeOccurrence;
export const scoreScale = (countedK + 1) / (k + 1);
export const countedBm25 = { k: countedK, b, d: d * scoreScale };

/** The rarity of a term that `holders` of `memories` hold. */
export function rarity(holders: number, memories: number): number {
  return Math.log(1 + (memories - holders + 0.5) / (holders + 0.5));
}

/** What a term of rarity 1 adds at most, however often it occurs. */
export const mostPerRarity = d + k + 1;

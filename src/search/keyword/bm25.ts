import { wholeOccurrence } from './bag.ts';

/**
 * BM25+ (Lv and Zhai 2011) in MiniSearch's form and with MiniSearch's constants:
 * rarity × (d + tf (k + 1) / (tf + k (1 - b + b length / average length))). tf: how often the term occurs.
 */
const k = 1.2;
const b = 0.7;
const d = 0.5;

/** Occurrences are counted in halves, which doubles tf, so k is doubled too. */
const countedK = k * wholeOccurrence;

export const minPoints = d;
export const growth = k + 1;

/**
 * What a term of rarity 1 adds to a memory's score. `count`: how often the term occurs, in halves. `norm`: the norm for
 * the memory's length (`normsOf`).
 */
export function pointsFor(count: number, norm: number): number {
  return minPoints + (count * growth) / (count + norm);
}

/** A memory's norm, k (1 - b + b length / average length) with the doubled k, equals `base` + length × `slope`. */
export function normsOf(averageLength: number): { base: number; slope: number } {
  return { base: countedK * (1 - b), slope: (countedK * b) / averageLength };
}

/** The rarity of a term that occurs in `matches` of `memories` memories. */
export function rarity(matches: number, memories: number): number {
  return Math.log(1 + (memories - matches + 0.5) / (matches + 0.5));
}

/** The maximum that a term of rarity 1 can add to a score. */
export const maxPoints = d + k + 1;

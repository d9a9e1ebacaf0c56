import type SearchableMap from 'minisearch/SearchableMap';
import { stemOf } from '../../lib/text/term.ts';

/** The terms that a query's word may stand for, and what a match of each counts: 1 for the word's own. */
export type Readings = Map<string, number>;

/** MiniSearch's own weights of words that only begin like, or are only spelt like, the one asked for. */
const prefixWeight = 0.375;
const fuzzyWeight = 0.45;

function readingsFrom(weighted: Iterable<[word: string, weight: number]>): Readings {
  const readings: Readings = new Map();
  for (const [word, weight] of weighted) {
    const term = stemOf(word);
    readings.set(term, Math.max(weight, readings.get(term) ?? 0));
  }
  return readings;
}

/** A word that holds the one asked for: the longer, the less it counts. */
const asLonger = (word: string, plain: string): [string, number] => [word, (prefixWeight * word.length) / (word.length + 0.3 * (word.length - plain.length))];

/** Words that begin with a word that may still be being typed. */
export function beginningWith(plain: string, words: SearchableMap): Readings {
  return readingsFrom(Array.from(words.atPrefix(plain).keys(), (word) => asLonger(word, plain)));
}

/**
 * Words that are spelt most nearly like one that no memory holds: one edit away from 3 letters on, two from 6 on, and no farther than the nearest.
 * A word with digits is like no other: 2026 is not a misspelt 2025.
 */
export function speltLike(plain: string, words: SearchableMap): Readings {
  const farthest = plain.length < 3 || /\p{N}/u.test(plain) ? 0 : plain.length < 6 ? 1 : 2;
  for (let distance = 1; distance <= farthest; distance++) {
    const near = words.fuzzyGet(plain, distance);
    if (near.size > 0) return readingsFrom(Array.from(near.keys(), (word) => [word, (fuzzyWeight * word.length) / (word.length + distance)]));
  }
  return new Map();
}

/** Words that contain one of a script without spaces: where words end is a dictionary's guess there, and browsers' dictionaries differ. */
export function containing(plain: string, words: Iterable<string>): Readings {
  return readingsFrom(Array.from(words).filter((word) => word.includes(plain)).map((word) => asLonger(word, plain)));
}

/** Words of at least two letters within one of such a script that no memory holds: サーバ in サーバー, 研究 in 研究生. */
export function containedIn(plain: string, words: ReadonlyMap<string, unknown>): Readings {
  const parts: [string, number][] = [];
  for (let start = 0; start < plain.length; start++) {
    for (let end = start + 2; end <= plain.length; end++) {
      const part = plain.slice(start, end);
      if (words.has(part)) parts.push([part, (fuzzyWeight * part.length) / plain.length]);
    }
  }
  return readingsFrom(parts);
}

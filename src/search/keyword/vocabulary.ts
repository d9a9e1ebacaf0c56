import SearchableMap from 'minisearch/SearchableMap';
import type { QueryWord } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { wordsIn, type Bag } from './bag.ts';

/** The terms that a query's word may stand for, and what a match of each counts: 1 for the word's own. */
export type Readings = Map<string, number>;

/** A plain word, and how many memories hold it. */
export type WordCount = [word: string, memories: number];

/** MiniSearch's own weights of words that only begin like, or are only spelt like, the one asked for. */
const prefixWeight = 0.375;
const fuzzyWeight = 0.45;

/** The plain words of some memories. Stems can't serve here: `runni` begins `running`, but not `run`. */
export class Vocabulary {
  readonly #words: SearchableMap<number>;

  constructor(counts: Iterable<WordCount> = []) {
    this.#words = new SearchableMap();
    for (const [word, count] of counts) this.#words.set(word, count);
  }

  add(bag: Bag): void {
    for (const word of plainWordsOf(bag)) this.#words.update(word, (count = 0) => count + 1);
  }

  remove(bag: Bag): void {
    for (const word of plainWordsOf(bag)) {
      const count = this.#words.get(word) ?? 0;
      if (count > 1) this.#words.set(word, count - 1);
      else this.#words.delete(word);
    }
  }

  counts(): WordCount[] {
    return [...this.#words.entries()];
  }

  /** Its own term; if it is partial, also those of longer words that begin with it: the longer, the less they count. */
  readingsOf({ plain, term, partial }: QueryWord): Readings {
    const readings: Readings = new Map([[term, 1]]);
    if (!partial) return readings;
    for (const word of this.#words.atPrefix(plain).keys()) {
      read(readings, word, (prefixWeight * word.length) / (word.length + 0.3 * (word.length - plain.length)));
    }
    return readings;
  }

  /**
   * Terms of the words that are spelt most nearly like `plain`: one edit away from 3 letters on, two from 6 on, and no farther than the nearest.
   * A word with digits is like no other: 2026 is not a misspelt 2025.
   */
  speltLike(plain: string): Readings {
    const readings: Readings = new Map();
    const farthest = plain.length < 3 || /\p{N}/u.test(plain) ? 0 : plain.length < 6 ? 1 : 2;
    for (let distance = 1; distance <= farthest && readings.size === 0; distance++) {
      for (const word of this.#words.fuzzyGet(plain, distance).keys()) read(readings, word, (fuzzyWeight * word.length) / (word.length + distance));
    }
    return readings;
  }
}

function plainWordsOf(bag: Bag): Set<string> {
  const words = new Set(wordsIn(bag).map(plainOf));
  words.delete('');
  return words;
}

function read(readings: Readings, word: string, weight: number): void {
  const term = stemOf(word);
  readings.set(term, Math.max(weight, readings.get(term) ?? 0));
}

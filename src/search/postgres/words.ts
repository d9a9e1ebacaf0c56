import { hash64 } from '../../lib/hash64.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import { countsOf, type Bag } from '../keyword/bag.ts';
import { lettersOf } from '../keyword/letters.ts';

/** A plain word (without diacritics, from `plainOf`) as stored in the tables. */
export interface StoredWord {
  word: string;
  term: string;
  /** In UTF-16 units. */
  length: number;
  /** As bits; see keyword/letters.ts. */
  letters: number;
  unspaced: boolean;
}

/**
 * The maximum length, in UTF-16 units, of a word that is its own key. The key of a longer word has a hash, since
 * PostgreSQL limits index keys to some kilobytes. No real word is this long.
 */
const longestKey = 400;

/** The key of a plain word or term: the text itself or, if too long, its beginning and a hash of the whole text. */
export function plainKey(plain: string): string {
  return plain.length <= longestKey ? plain : `${plain.slice(0, longestKey).toWellFormed()}${hash64(plain).join('-')}`;
}

/**
 * The plain words of a memory's bag. `count`: 2 for each occurrence in the content or a tag, 1 for each in the title or
 * the site (keyword/bag.ts). `length`: the number of distinct terms.
 */
export function wordsOfBag(bag: Bag): { words: Map<string, { word: StoredWord; count: number }>; length: number } {
  const words = new Map<string, { word: StoredWord; count: number }>();
  const terms = new Set<string>();
  for (const [spelling, count] of countsOf(bag)) {
    const plain = plainOf(spelling);
    if (plain === '') continue;
    const known = words.get(plain);
    if (known) {
      known.count += count;
      continue;
    }
    const word = {
      word: plainKey(plain),
      term: plainKey(stemOf(plain)),
      length: plain.length,
      letters: lettersOf(plain),
      unspaced: isUnspaced(plain),
    };
    words.set(plain, { word, count });
    terms.add(word.term);
  }
  return { words, length: terms.size };
}

import { hash64 } from '../../lib/hash64.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import { countsOf, type Bag } from '../keyword/bag.ts';
import { lettersOf } from '../keyword/letters.ts';

/** A plain word as stored in the tables. */
export interface KeptWord {
  word: string;
  term: string;
  /** In UTF-16 units. */
  length: number;
  letters: number;
  unspaced: boolean;
}

/** PostgreSQL limits index keys to some kilobytes. Only non-words are longer, and a hash of the rest keeps them distinct. */
const longestKey = 400;

export function plainKey(plain: string): string {
  return plain.length <= longestKey ? plain : `${plain.slice(0, longestKey).toWellFormed()}${hash64(plain).join('-')}`;
}

/** The plain words of a bag with their counts (in halves), and the number of their terms. */
export function wordsOfBag(bag: Bag): { words: Map<string, { kept: KeptWord; count: number }>; length: number } {
  const words = new Map<string, { kept: KeptWord; count: number }>();
  const terms = new Set<string>();
  for (const [word, count] of countsOf(bag)) {
    const plain = plainOf(word);
    if (plain === '') continue;
    const known = words.get(plain);
    if (known) {
      known.count += count;
      continue;
    }
    const kept = {
      word: plainKey(plain),
      term: plainKey(stemOf(plain)),
      length: plain.length,
      letters: lettersOf(plain),
      unspaced: isUnspaced(plain),
    };
    words.set(plain, { kept, count });
    terms.add(kept.term);
  }
  return { words, length: terms.size };
}

import SearchableMap from 'minisearch/SearchableMap';
import type { QueryWord } from '../../lib/text/query.ts';
import { plainOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import { wordsIn, type Bag } from './bag.ts';
import { beginningWith, containedIn, containing, speltLike, type Readings } from './readings.ts';

/** A plain word, and how many memories hold it. */
export type WordCount = [word: string, memories: number];

/** The plain words of some memories. Stems can't serve here: `runni` begins `running`, but not `run`. */
export class Vocabulary {
  readonly #spaced = new SearchableMap<number>();
  /** Words of scripts without spaces. */
  readonly #unspaced = new Map<string, number>();

  constructor(counts: Iterable<WordCount> = []) {
    for (const [word, count] of counts) this.#home(word).set(word, count);
  }

  add(bag: Bag): void {
    for (const word of plainWordsOf(bag)) {
      const home = this.#home(word);
      home.set(word, (home.get(word) ?? 0) + 1);
    }
  }

  remove(bag: Bag): void {
    for (const word of plainWordsOf(bag)) {
      const home = this.#home(word);
      const count = home.get(word) ?? 0;
      if (count > 1) home.set(word, count - 1);
      else home.delete(word);
    }
  }

  counts(): WordCount[] {
    return [...this.#spaced.entries(), ...this.#unspaced];
  }

  /** Its own term, and what else the word stands for at a lower weight. */
  readingsOf({ plain, term, partial, longerOnly }: QueryWord): Readings {
    const others = isUnspaced(plain) ? containing(plain, this.#unspaced.keys()) : partial ? beginningWith(plain, this.#spaced) : [];
    const readings: Readings = new Map([...others, [term, 1]]);
    if (longerOnly) readings.delete(term);
    return readings;
  }

  /** What a word may stand for that no memory holds. */
  guessesFor({ plain, longerOnly }: QueryWord): Readings {
    if (longerOnly) return new Map();
    return isUnspaced(plain) ? containedIn(plain, this.#unspaced) : speltLike(plain, this.#spaced);
  }

  #home(word: string): Map<string, number> | SearchableMap<number> {
    return isUnspaced(word) ? this.#unspaced : this.#spaced;
  }
}

function plainWordsOf(bag: Bag): Set<string> {
  const words = new Set(wordsIn(bag).map(plainOf));
  words.delete('');
  return words;
}

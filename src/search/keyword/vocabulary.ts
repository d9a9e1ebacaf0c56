import SearchableMap from 'minisearch/SearchableMap';
import { plainOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import { wordsIn, type Bag } from './bag.ts';

/** The plain words of some memories, and how many memories hold each. Stems can't serve here: `runni` begins `running`, but not `run`. */
export class Vocabulary {
  readonly spaced = new SearchableMap<number>();
  /** Words of scripts without spaces. */
  readonly unspaced = new Map<string, number>();

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

  #home(word: string): Map<string, number> | SearchableMap<number> {
    return isUnspaced(word) ? this.unspaced : this.spaced;
  }
}

function plainWordsOf(bag: Bag): Set<string> {
  const words = new Set(wordsIn(bag).map(plainOf));
  words.delete('');
  return words;
}

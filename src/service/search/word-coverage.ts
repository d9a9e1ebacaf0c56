import { queryWordsOf, type QueryWord } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';

/** How many of a query's words a memory holds; a word that is only spelt like one is none of them. */
export type WordCoverage = 'all' | 'some' | 'none';

/** Tells of the words of a memory that a search names how many of the query's they are. */
export function wordCoverageOf(query: string): (words: string[]) => WordCoverage {
  const wanted = queryWordsOf(query);
  const telling = wanted.filter(({ longerOnly }) => !longerOnly);
  /** Many memories hold the same words. */
  const known = new Map<string, { plain: string; term: string }>();
  const formsOf = (word: string) => {
    const plain = plainOf(word);
    return { plain, term: stemOf(plain) };
  };
  return (words) => {
    const forms = words.map((word) => {
      const form = known.get(word) ?? formsOf(word);
      known.set(word, form);
      return form;
    });
    const plains = forms.map(({ plain }) => plain);
    const terms = new Set(forms.map(({ term }) => term));
    const isHeld = (word: QueryWord) => terms.has(word.term) || plains.some((plain) => isAlso(word, plain));
    if (telling.length > 0 && telling.every(isHeld)) return 'all';
    return wanted.some(isHeld) ? 'some' : 'none';
  };
}

/** Whether a word is a longer one than the query's, which is still being typed; where words have no spaces, also a part of it or the other way round. */
function isAlso({ plain, partial }: QueryWord, word: string): boolean {
  return isUnspaced(plain) ? word.includes(plain) || plain.includes(word) : partial && word.startsWith(plain);
}

import { queryWordsOf, type QueryWord } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';

/** How many of a query's words a memory contains. A word that is only spelled similarly doesn't count. */
export type WordCoverage = 'all' | 'some' | 'none';

/** Returns a function that compares a hit's words with the query's. */
export function wordCoverageOf(query: string): (words: string[]) => WordCoverage {
  const wanted = queryWordsOf(query);
  const complete = wanted.filter(({ longerOnly }) => !longerOnly);
  /** A cache: many memories have the same words. */
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
    const isMatched = (word: QueryWord) =>
      terms.has(word.term) ||
      plains.some((plain) => isAlso(word, plain)) ||
      word.otherForms.some((form) => terms.has(form)) ||
      word.splits.some((parts) => parts.every((part) => terms.has(part)));
    if (complete.length > 0 && complete.every(isMatched)) return 'all';
    return wanted.some(isMatched) ? 'some' : 'none';
  };
}

/**
 * Whether a memory's word begins with a query word that is still being typed. In a script without spaces: whether one
 * of the two contains the other.
 */
function isAlso({ plain, partial }: QueryWord, word: string): boolean {
  return isUnspaced(plain) ? word.includes(plain) || plain.includes(word) : partial && word.startsWith(plain);
}

import { queryWordsOf, type QueryWord } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';

/** How many of a query's words a memory contains. A word that is only spelled similarly doesn't count. */
export type WordCoverage = 'all' | 'some' | 'none';

/** Returns a function that compares a hit's words with the query's. */
export function wordCoverageOf(query: string): (words: string[]) => WordCoverage {
  const wanted = queryWordsOf(query);
  const complete = wanted.filter(({ longerOnly }) => !longerOnly);
  /** Cached, since many memories have the same words. */
  const stems = cached(stemOf);
  return (words) => {
    const plains = words.map(plainOf);
    let terms: Set<string> | undefined;
    const hasTerm = (term: string) => (terms ??= new Set(plains.map(stems))).has(term);
    // Partial matches first: they need no stems, and the start of a word may match hundreds of words.
    const isMatched = (word: QueryWord) =>
      plains.some((plain) => isPartialMatch(word, plain)) ||
      hasTerm(word.term) ||
      word.otherForms.some(hasTerm) ||
      word.splits.some((parts) => parts.every(hasTerm));
    if (complete.length > 0 && complete.every(isMatched)) return 'all';
    return wanted.some(isMatched) ? 'some' : 'none';
  };
}

/**
 * Whether a memory's word begins with a query word that is still being typed. In a script without spaces: whether
 * either word contains the other.
 */
function isPartialMatch({ plain, partial }: QueryWord, word: string): boolean {
  return isUnspaced(plain) ? word.includes(plain) || plain.includes(word) : partial && word.startsWith(plain);
}

function cached(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? work(text);
    known.set(text, found);
    return found;
  };
}

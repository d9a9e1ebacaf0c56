import { queryWordsOf, type QueryWord } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';

/** How many of a query's words a memory contains. A word that is only spelled similarly doesn't count. */
export type WordCoverage = 'all' | 'some' | 'none';

/**
 * Returns a function that compares a hit's words with the query's. Its work grows with the number of words of both, not
 * with their product: a query may have a thousand words, and a hundred memories may contain all of them.
 */
export function wordCoverageOf(query: string): (words: string[]) => WordCoverage {
  const wanted = queryWordsOf(query);
  const complete = wanted.filter(({ longerOnly }) => !longerOnly);
  const unspaced = new Set(wanted.map(({ plain }) => plain).filter(isUnspaced));
  const lengths = lengthsOf(unspaced);
  /** Cached, since many memories have the same words. */
  const stems = cached(stemOf);
  return (words) => {
    const plains = new Set(words.map(plainOf));
    const terms = once(() => new Set([...plains].map(stems)));
    const partsOfWords = once(() => new Set([...plains].flatMap((plain) => [...partsOf(plain, lengths)])));
    const wordLengths = once(() => lengthsOf(plains));

    /** In a script without spaces: whether a word of the memory contains the query word, or is a part of it. */
    const isPartOrWhole = (plain: string) =>
      plains.has(plain) ||
      partsOfWords().has(plain) ||
      [...partsOf(plain, wordLengths())].some((part) => plains.has(part));
    /** Whether a word of the memory begins with a query word that is still being typed. */
    const isBeginning = (beginning: string) => [...plains].some((plain) => plain.startsWith(beginning));

    const hasTerm = (term: string) => terms().has(term);
    // Terms last: they need the stems of all the hit's words, hundreds if the query's last word is still being typed.
    const isMatched = (word: QueryWord) =>
      (unspaced.has(word.plain) ? isPartOrWhole(word.plain) : word.partial && isBeginning(word.plain)) ||
      hasTerm(word.term) ||
      word.otherForms.some(hasTerm) ||
      word.splits.some((parts) => parts.every((part) => hasTerm(stems(part))));
    if (complete.length > 0 && complete.every(isMatched)) return 'all';
    return wanted.some(isMatched) ? 'some' : 'none';
  };
}

const lengthsOf = (words: Iterable<string>): ReadonlySet<number> => new Set(Array.from(words, ({ length }) => length));

/** The parts of a word that have one of the lengths. */
function* partsOf(word: string, lengths: ReadonlySet<number>): Generator<string> {
  for (const length of lengths)
    for (let start = 0; start + length <= word.length; start++) yield word.slice(start, start + length);
}

/** Computes a value when it is first needed. */
function once<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => (known ??= { value: compute() }).value;
}

function cached(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? work(text);
    known.set(text, found);
    return found;
  };
}

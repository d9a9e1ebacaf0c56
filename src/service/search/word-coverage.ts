import { hasStopWord, queryWordsOf, tellingParts, type QueryWord } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';

/** How many of a query's words a memory contains. A word that is only spelled similarly doesn't count. */
export type WordCoverage = 'all' | 'some' | 'none';

export interface Coverage {
  words: WordCoverage;
  /**
   * If `words` is `all`: for each query word of which the memory contains only parts, its splits into such parts. Unless
   * its text has the parts of one of them next to each other, the memory lacks the word.
   */
  splits: string[][][];
}

/** The coverage before the text is known: a word of which only the part beside a stop word was found doesn't count. */
export const assumedCoverage = ({ words, splits }: Coverage): WordCoverage =>
  splits.some((ofWord) => ofWord.every(hasStopWord)) ? 'none' : words;

/** A hit with less than this share of the best possible score, and with none of the query's words, was found by chance. */
const leastStrength = 0.02;

/** Whether a memory has only parts of the query's words, or words with a similar spelling, that say nothing. */
export const saysNothing = (strength: number, { words }: Coverage): boolean =>
  words === 'none' && strength < leastStrength;

/**
 * Returns a function that compares a hit's words with the query's. Its work grows with the number of words of both, not
 * with their product: a query may have a thousand words, and a hundred memories may contain all of them.
 */
export function wordCoverageOf(query: string): (words: string[]) => Coverage {
  const wanted = queryWordsOf(query);
  const complete = wanted.filter(({ longerOnly }) => !longerOnly);
  const unspaced = new Set(wanted.map(({ plain }) => plain).filter(isUnspaced));
  const lengths = lengthsOf(unspaced);
  /** Cached, since many memories have the same words. */
  const stems = cached(stemOf);
  /** For each split of a word, the terms of its telling parts. */
  const tellingTerms = cached(({ splits }: QueryWord) => splits.map((parts) => tellingParts(parts).map(stems)));
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
    const isWhole = (word: QueryWord) =>
      (unspaced.has(word.plain) ? isPartOrWhole(word.plain) : word.partial && isBeginning(word.plain)) ||
      hasTerm(word.term) ||
      word.otherForms.some(hasTerm);
    const splitsOf = (word: QueryWord) => word.splits.filter((_, index) => tellingTerms(word)[index]!.every(hasTerm));
    const isSplit = (word: QueryWord) => splitsOf(word).some((parts) => !hasStopWord(parts));

    const splits: string[][][] = [];
    const isAll =
      complete.length > 0 &&
      complete.every((word) => {
        if (isWhole(word)) return true;
        const found = splitsOf(word);
        splits.push(found);
        return found.length > 0;
      });
    if (isAll) return { words: 'all', splits };
    return { words: wanted.some((word) => isWhole(word) || isSplit(word)) ? 'some' : 'none', splits: [] };
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

/** Calls `work` once for each input. */
export function cached<Input, Output>(work: (input: Input) => Output): (input: Input) => Output {
  const known = new Map<Input, Output>();
  return (input) => {
    let found = known.get(input);
    if (found === undefined) known.set(input, (found = work(input)));
    return found;
  };
}

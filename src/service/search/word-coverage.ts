import { hasStopWord, queryWordsOf, tellingParts, type QueryWord } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';

/** How many of a query's words a memory contains. A word that is only spelled similarly doesn't count. */
export type WordCoverage = 'all' | 'some' | 'none';

export interface Coverage {
  words: WordCoverage;
  /**
   * If `words` is `all`: for each query word of which the memory contains only parts, its splits into such parts. The
   * memory has the word only if its text has the parts of at least one of these splits next to each other.
   */
  splits: string[][][];
}

/** The coverage before the text is known; `none` if some query word was found only in splits with a stop word. */
export const assumedCoverage = ({ words, splits }: Coverage): WordCoverage =>
  splits.some((ofWord) => ofWord.every(hasStopWord)) ? 'none' : words;

/**
 * A hit with less than this share of the best possible score, and with none of the query's words, was found by chance.
 */
const leastStrength = 0.02;

/** Whether a hit says nothing: it has only parts of the query's words or similar spellings, and a low strength. */
export const saysNothing = (strength: number, { words }: Coverage): boolean =>
  words === 'none' && strength < leastStrength;

/**
 * Returns a function that compares a hit's words with the query's. Its work grows with the number of words of both, not
 * with their product: a query may have a thousand words, and a hundred memories may contain all of them.
 */
export function wordCoverageOf(query: string): (words: string[]) => Coverage {
  const wanted = queryWordsOf(query);
  const isOnlyLonger = wanted.every(({ longerOnly }) => longerOnly);
  const stems = cached(stemOf);
  const termIn = cached((word: string) => stems(plainOf(word)));
  const matchedBy = cached(matcherOf(wanted, termIn));
  const tellingTerms = cached(({ splits }: QueryWord) => splits.map((parts) => tellingParts(parts).map(stems)));
  return (words) => {
    /** By index of the query word: 1 if a word of the memory matches it. */
    const isMatched = new Uint8Array(wanted.length);
    for (const word of words) for (const index of matchedBy(word)) isMatched[index] = 1;

    const terms = once(() => new Set(words.map(termIn)));
    const hasTerm = (term: string) => terms().has(term);
    const splitsOf = (word: QueryWord) => word.splits.filter((_, index) => tellingTerms(word)[index]!.every(hasTerm));
    const isSplit = (word: QueryWord) => splitsOf(word).some((parts) => !hasStopWord(parts));

    const splits: string[][][] = [];
    const isAll =
      !isOnlyLonger &&
      wanted.every((word, index) => {
        if (word.longerOnly || isMatched[index] === 1) return true;
        const found = splitsOf(word);
        splits.push(found);
        return found.length > 0;
      });
    if (isAll) return { words: 'all', splits };
    return { words: isMatched.includes(1) || wanted.some(isSplit) ? 'some' : 'none', splits: [] };
  };
}

/**
 * Returns a function that takes a word of a memory and returns the indexes of the query words that it matches. A query
 * word matches if its term, or one of its `otherForms`, is the term of the memory's word. The query word being typed
 * also matches if the memory's word begins with it. In a script without spaces, one of the two words may also be a part
 * of the other.
 */
function matcherOf(wanted: QueryWord[], termIn: (word: string) => string): (word: string) => Iterable<number> {
  const byTerm = new Map<string, number[]>();
  const unspaced = new Map<string, number>();
  const beginnings: [plain: string, index: number][] = [];
  for (const [index, { plain, term, otherForms, partial }] of wanted.entries()) {
    for (const form of [term, ...otherForms]) addTo(byTerm, form, index);
    if (isUnspaced(plain)) unspaced.set(plain, index);
    else if (partial) beginnings.push([plain, index]);
  }
  const lengths = new Set(Array.from(unspaced.keys(), ({ length }) => length));
  const partsOfLength = cached((length: number) => {
    const parts = new Map<string, number[]>();
    for (const [plain, index] of unspaced) for (const part of partsOf(plain, [length])) addTo(parts, part, index);
    return parts;
  });
  return (word) => {
    const plain = plainOf(word);
    const found = new Set<number>();
    for (const [beginning, index] of beginnings) if (plain.startsWith(beginning)) found.add(index);
    for (const part of partsOf(plain, lengths)) if (unspaced.has(part)) found.add(unspaced.get(part)!);
    if (unspaced.size > 0) for (const index of partsOfLength(plain.length).get(plain) ?? []) found.add(index);
    // Last, since a stem takes longest, and thousands of words may begin with the one being typed.
    if (found.size < wanted.length) for (const index of byTerm.get(termIn(word)) ?? []) found.add(index);
    return found;
  };
}

function addTo<Key>(all: Map<Key, number[]>, key: Key, index: number): void {
  const indexes = all.get(key);
  if (indexes === undefined) all.set(key, [index]);
  else indexes.push(index);
}

function* partsOf(word: string, lengths: Iterable<number>): Generator<string> {
  for (const length of lengths)
    for (let start = 0; start + length <= word.length; start++) yield word.slice(start, start + length);
}

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

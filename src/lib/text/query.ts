import { withOtherPrefixes } from './prefixes.ts';
import { isEnglishStopWord, isStopWord } from './stop-words.ts';
import { plainOf, stemOf } from './term.ts';
import { isUnspaced, wordsOf } from './words.ts';

export interface QueryWord {
  /** From `plainOf`. */
  plain: string;
  term: string;
  /** Possibly still being typed: it matches every word that begins with it. */
  partial: boolean;
  /** A stop word that may become another word: it matches longer words only. */
  longerOnly: boolean;
  /** Other terms that stand for the word: joined with a neighbour (`icecream` for both words of "ice cream"), or with another Hebrew or Arabic prefix. */
  otherForms: string[];
  /** The terms of its halves, for each way to split it in two: `ice` and `cream` among others for "icecream". */
  splits: [first: string, second: string][];
}

/** A word longer than this isn't split, and two words aren't joined into a longer one. */
const longestCompound = 32;

/**
 * The words of a query, each term once. Stop words are left out, unless the query has no other words;
 * a stop word that is still being typed stays.
 * The last word is partial unless white space follows it.
 */
export function queryWordsOf(text: string): QueryWord[] {
  const all = Array.from(wordsOf(text), ({ word }) => ({ word, isStop: isStopWord(word) }));
  const hasOthers = all.some(({ isStop }) => !isStop);
  const finished = /\s$/u.test(text);
  const words = new Map<string, QueryWord>();
  for (const [index, { word, isStop }] of all.entries()) {
    const partial = index === all.length - 1 && !finished;
    const longerOnly = hasOthers && isStop;
    if (longerOnly && !partial) continue;
    const plain = plainOf(word);
    const term = stemOf(plain);
    const neighbours = [all[index - 1]?.word, word, all[index + 1]?.word].map((one) => one && plainOf(one));
    words.set(term, {
      plain,
      term,
      partial,
      longerOnly,
      otherForms: longerOnly
        ? []
        : [...(words.get(term)?.otherForms ?? []), ...joinedTerms(neighbours), ...withOtherPrefixes(plain)],
      splits: longerOnly ? [] : splitsOf(plain),
    });
  }
  words.delete('');
  return [...words.values()];
}

function joinedTerms(neighbours: (string | undefined)[]): string[] {
  const [before, word, after] = neighbours;
  const pairs = [before !== undefined && [before, word], after !== undefined && [word, after]].filter(
    (pair) => pair !== false,
  );
  return pairs.flatMap((pair) => {
    const compound = pair.join('');
    return compound.length > longestCompound || isUnspaced(compound) ? [] : [stemOf(compound)];
  });
}

function splitsOf(plain: string): [string, string][] {
  if (plain.length > longestCompound || isUnspaced(plain)) return [];
  const splits: [string, string][] = [];
  for (let end = 1; end < plain.length - 1; end++) {
    const [first, second] = [plain.slice(0, end), plain.slice(end)];
    if (!isEnglishStopWord(first) && !isEnglishStopWord(second)) splits.push([stemOf(first), stemOf(second)]);
  }
  return splits;
}

import { isStopWord } from './stop-words.ts';
import { plainOf, stemOf } from './term.ts';
import { wordsOf } from './words.ts';

export interface QueryWord {
  /** As `plainOf` gives it. */
  plain: string;
  term: string;
  /** It may still be being typed, and then stands for every word that begins with it. */
  partial: boolean;
  /** It is a stop word that may become another word: it stands for longer words only. */
  longerOnly: boolean;
}

/**
 * The words of a query, each term once. Stop words are left out, unless nothing else is left, or as the beginning of a word being typed.
 * The last word is partial, unless white space follows it.
 */
export function queryWordsOf(text: string): QueryWord[] {
  const all = Array.from(wordsOf(text), ({ word }) => word);
  const telling = all.some((word) => !isStopWord(word));
  const finished = /\s$/u.test(text);
  const words = new Map<string, QueryWord>();
  for (const [place, word] of all.entries()) {
    const partial = place === all.length - 1 && !finished;
    const longerOnly = telling && isStopWord(word);
    if (longerOnly && !partial) continue;
    const plain = plainOf(word);
    words.set(stemOf(plain), { plain, term: stemOf(plain), partial, longerOnly });
  }
  words.delete('');
  return [...words.values()];
}

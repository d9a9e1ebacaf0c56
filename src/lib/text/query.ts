import { isStopWord } from './stop-words.ts';
import { plainOf, stemOf } from './term.ts';
import { wordsOf } from './words.ts';

export interface QueryWord {
  /** As `plainOf` gives it. */
  plain: string;
  term: string;
  /** It may still be being typed, and then stands for every word that begins with it. */
  partial: boolean;
}

/**
 * The words of a query, each term once. Stop words are left out, unless nothing else is left.
 * The last word is partial, unless white space follows it.
 */
export function queryWordsOf(text: string): QueryWord[] {
  const all = Array.from(wordsOf(text), ({ word }) => word);
  const telling = all.some((word) => !isStopWord(word));
  const finished = /\s$/u.test(text);
  const words = new Map<string, QueryWord>();
  for (const [place, word] of all.entries()) {
    if (telling && isStopWord(word)) continue;
    const plain = plainOf(word);
    const partial = place === all.length - 1 && !finished;
    words.set(stemOf(plain), { plain, term: stemOf(plain), partial });
  }
  words.delete('');
  return [...words.values()];
}

import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

const meaningful = /[^\p{P}\p{S}]|\p{Extended_Pictographic}/u;
const english = /^[a-z\d]+$/;
/** Short words are in the vocabulary in any language, so they don't count. */
const short = /^[a-z]{1,2}$/;

/** The share of a text's words that are vocabulary entries: most English words are, while most words of other languages are made of pieces. 0 for a text without meaningful words. */
export function familiarityOf(text: string, vocabulary: Vocabulary): number {
  const words = Array.from(wordsOf(text), (word) => word.text).filter(
    (word) => meaningful.test(word) && !short.test(word),
  );
  if (words.length === 0) return 0;
  const isEntry = ([token, ...more]: readonly number[]) => more.length === 0 && token !== vocabulary.unknown;
  return words.filter((word) => english.test(word) && isEntry(vocabulary.tokensOf(word))).length / words.length;
}

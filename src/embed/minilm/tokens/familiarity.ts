import { isForeignStopWord } from '../../../lib/text/stop-words.ts';
import type { Vocabulary } from './vocabulary.ts';
import { splitLikeBert } from './words.ts';

const meaningful = /[^\p{P}\p{S}]|\p{Extended_Pictographic}/u;
const english = /^[a-z\d]+$/i;
/**
 * Words of one or two letters aren't counted: they are vocabulary entries, whatever their language. Exceptions are stop
 * words of other languages, which count as unknown words.
 */
const short = /^[a-z]{1,2}$/;

/**
 * The share of a text's words that are known: ASCII letters and digits, a single vocabulary entry, no stop word of
 * another language. High for English, low for other languages, and 0 if no word is counted.
 */
export function familiarityOf(text: string, vocabulary: Vocabulary): number {
  const isEntry = ([token, ...more]: readonly number[]) => more.length === 0 && token !== vocabulary.unknown;
  let [known, all] = [0, 0];
  for (const { text: word, start, end } of splitLikeBert(text)) {
    const isForeign = isForeignStopWord(word);
    if (!meaningful.test(word) || (short.test(word) && !isForeign)) continue;
    all++;
    if (!isForeign && english.test(text.slice(start, end)) && isEntry(vocabulary.tokensOf(word))) known++;
  }
  return all === 0 ? 0 : known / all;
}

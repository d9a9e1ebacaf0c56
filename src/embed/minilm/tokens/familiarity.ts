import { isForeignStopWord } from '../../../lib/text/stop-words.ts';
import type { Vocabulary } from './vocabulary.ts';
import { splitLikeBert } from './words.ts';

const meaningful = /[^\p{P}\p{S}]|\p{Extended_Pictographic}/u;
const english = /^[a-z\d]+$/i;
/**
 * Words of one or two letters are vocabulary entries in any language, so most of them aren't counted. Only those that
 * are stop words of another language are counted, as unknown words.
 */
const short = /^[a-z]{1,2}$/;

/**
 * The share of a text's words that are known. A known word has only ASCII letters and digits, is a single vocabulary
 * entry, and isn't a stop word of another language. The share is high for English, low for other languages, and 0 if
 * no word of the text is counted.
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

import { plainOf } from './term.ts';
import { isUnspaced, segmentWords } from './words.ts';

/** The words of a text, without case and diacritics. */
function plainWordsOf(text: string): string[] {
  return Array.from(segmentWords(text), ({ word }) => plainOf(word)).filter((plain) => plain !== '');
}

/**
 * The units by which texts are compared. In a script without spaces each character is a unit, since word boundaries
 * depend on the context there.
 */
function unitsOf(words: string[]): string[] {
  return words.flatMap((plain) => (isUnspaced(plain) ? Array.from(plain) : [plain]));
}

/** The form of a text in which {@link Phrase.isIn} searches: its units, with a space before and after each. */
export function foldedText(text: string): string {
  return ` ${unitsOf(plainWordsOf(text)).join(' ')} `;
}

export interface Phrase {
  /**
   * The words that an index finds, without case and diacritics, each once. In a script without spaces, each character
   * counts as a word. A word such as `10บาท` gives only its Thai letters: an index doesn't have its digits as a word.
   */
  words: string[];
  /** Whether it has several words, so that a text with all of them may still lack the phrase. */
  isMultiWord: boolean;
  /** Equal for phrases that match the same texts. */
  folded: string;
  /** Whether one of these texts, each a `foldedText`, contains the words next to each other and in order. */
  isIn(texts: readonly string[]): boolean;
}

/** Undefined if the text has no word. */
export function phraseOf(text: string): Phrase | undefined {
  const plainWords = plainWordsOf(text);
  const units = unitsOf(plainWords);
  if (units.length === 0) return undefined;
  const folded = ` ${units.join(' ')} `;
  return {
    words: [
      ...new Set(plainWords.flatMap((plain) => (isUnspaced(plain) ? Array.from(plain).filter(isUnspaced) : [plain]))),
    ],
    isMultiWord: units.length > 1,
    folded,
    isIn: (texts) => texts.some((candidate) => candidate.includes(folded)),
  };
}

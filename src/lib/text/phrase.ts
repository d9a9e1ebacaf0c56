import { signPattern } from './signed.ts';
import { plainOf } from './term.ts';
import { isUnspaced, longestWord, segmentWords } from './words.ts';

/**
 * A part of a text between separators, which belong to no word and no emoji: common punctuation, and all ASCII
 * characters except letters, digits and the apostrophe.
 */
const parts = /[^\0-&(-/:-@[-`{-\x7F\u00A0«»\u2013\u2014“”…\u3000-\u3003\u3008-\u3011！，．：；？]+/g;
const ascii = /^[\0-\x7F]*$/;
const notInWords = /[^a-z0-9]+/g;
/** A word that `segmentWords` may cut. Matches only from a word's first character: trying each character is slow. */
const longAscii = new RegExp(`(?:^|[^a-z0-9])[a-z0-9]{${longestWord}}`);
const asciiWord = /^[a-z0-9]+$/;
/** Han and kana that no normalisation changes. */
const [han, kana] = [String.raw`\u3400-\u4DBF\u4E00-\u9FFF`, String.raw`\u3041-\u3096\u30A1-\u30FA\u30FC`];
const hanKanaAscii = new RegExp(`^[a-z0-9${han}${kana}]+$`);
/** Text that may contain a word so long that `segmentWords` cuts it. No word has many Han characters. */
const longWithoutHan = new RegExp(`(?:^|[${han}])[^${han}]{${longestWord}}`);
/** The last character of each unit, except of the last unit. */
const unitEnd = new RegExp(`[a-z0-9](?=[${han}${kana}])|[${han}${kana}](?=.)`, 'g');

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

/**
 * The form of a text in which phrases are searched: its units, with a space before and after each. Has a fast path for
 * most texts, since a search may fold many long texts.
 */
export function foldedText(text: string): string {
  if (ascii.test(text) && !text.includes("'")) {
    const lower = text.toLowerCase();
    if (!longAscii.test(lower)) return ` ${lower.replace(notInWords, ' ').trim()} `;
  }
  const known = new Map<string, string>();
  let folded = ' ';
  for (const part of text.match(parts) ?? []) {
    let units = known.get(part);
    if (units === undefined) {
      units = joinedUnitsOf(part);
      if (units !== '') units += ' ';
      known.set(part, units);
    }
    folded += units;
  }
  return folded === ' ' ? '  ' : folded;
}

function joinedUnitsOf(part: string): string {
  const lower = part.toLowerCase();
  if (asciiWord.test(lower) && lower.length <= longestWord) return lower;
  if (hanKanaAscii.test(lower) && !longWithoutHan.test(lower)) return lower.replace(unitEnd, '$& ');
  return unitsOf(plainWordsOf(part)).join(' ');
}

/** A sign that makes another word of the word before it, as in C++ and C#. */
const sign = new RegExp(String.raw`(?<=[\p{L}\p{M}])${signPattern}`, 'gu');
/** What stands for each sign while a text is folded: letters of Linear A, which no text uses. */
const signLetters: Record<string, string> = { '+': '\u{10600}', '++': '\u{10601}', '#': '\u{10602}' };

/** The folded form of a text, with each sign as a unit of its own. */
const foldedWithSigns = (text: string): string => foldedText(text.replace(sign, (found) => ` ${signLetters[found]} `));

/** Texts in which phrases are searched. */
export interface SearchedTexts {
  folded: readonly string[];
  /** The same text with each sign as a unit of its own. */
  withSigns(index: number): string;
}

export function foldTexts(texts: readonly string[]): SearchedTexts {
  const signed: string[] = [];
  return {
    folded: texts.map(foldedText),
    // Computed only for texts that contain the words of a phrase with a sign.
    withSigns: (index) => (signed[index] ??= foldedWithSigns(texts[index]!)),
  };
}

export interface Phrase {
  /**
   * The words that an index finds, without case and diacritics, each once. In a script without spaces, each character
   * counts as a word. A mixed word such as `ωบาท` gives only its Thai letters.
   */
  words: string[];
  /** Whether the phrase has several words or a sign. If so, a text with all its words may still lack the phrase. */
  isMultiWord: boolean;
  /** Equal for phrases that match the same texts. */
  folded: string;
  /** Whether one of these texts contains the words, with their signs, next to each other and in order. */
  isIn(searched: SearchedTexts): boolean;
}

/** Undefined if the text has no word. */
export function phraseOf(text: string): Phrase | undefined {
  const plainWords = plainWordsOf(text);
  const units = unitsOf(plainWords);
  if (units.length === 0) return undefined;
  const plain = ` ${units.join(' ')} `;
  const signed = foldedWithSigns(text);
  const hasSign = signed !== plain;
  return {
    words: [
      ...new Set(plainWords.flatMap((plain) => (isUnspaced(plain) ? Array.from(plain).filter(isUnspaced) : [plain]))),
    ],
    isMultiWord: units.length > 1 || hasSign,
    folded: signed,
    isIn: ({ folded, withSigns }) =>
      folded.some((candidate, index) => candidate.includes(plain) && (!hasSign || withSigns(index).includes(signed))),
  };
}

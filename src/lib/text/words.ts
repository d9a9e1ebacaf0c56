import { isDigit } from './numbers.ts';

/** A word at its position in a text. */
export interface Word {
  /** NFKC, lower case, with its diacritics. */
  word: string;
  /** UTF-16 offset in the text; `end` is exclusive. */
  start: number;
  end: number;
}

/** The maximum length of a word in the text, in code points. NFKC can make it longer. */
export const longestWord = 128;

/** Letters, digits, marks, and the characters that are invisible inside words: soft hyphen, zero-width (non-)joiner. */
const inner = String.raw`[\p{L}\p{M}\p{N}\u00AD\u200C\u200D]`;
/** A run of letters and digits. In English contractions, `n't` belongs to the word, but `'s` and `'re` don't. */
const letters = String.raw`(?<word>[\p{L}\p{N}]${inner}*(?:(?<=n)['’]t(?!${inner}))?)(?:['’](?:s|d|m|re|ve|ll)(?!${inner}))?`;
const pictogram = String.raw`[\p{Emoji_Presentation}\u2600-\u27BF][\uFE0F\u{1F3FB}-\u{1F3FF}]*`;
const emoji = String.raw`\p{RI}{2}|${pictogram}(?:\u200D${pictogram})*`;
const run = new RegExp(`${letters}|${emoji}`, 'giu');
/** Like `run`, for lower-case ASCII. */
const asciiRun = /([a-z0-9]+(?:(?<=n)'t(?![a-z0-9]))?)(?:'(?:s|d|m|re|ve|ll)(?![a-z0-9]))?/g;
const ascii = /^[\0-\x7F]*$/;

const unspacedScript =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** For short texts, a loop is faster than a regular expression. */
export function isAsciiWord(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 127) return false;
  return true;
}

/** Whether a word has letters of a script without spaces between words. */
export function isUnspaced(word: string): boolean {
  return !isAsciiWord(word) && unspacedScript.test(word);
}

/**
 * The words of a text in order: runs of letters and digits, and single emoji. Hyphens, underscores and apostrophes
 * separate words, except apostrophes in English contractions. A run in a script without spaces is split by
 * `Intl.Segmenter`.
 */
export function segmentWords(text: string): Generator<Word> {
  if (!ascii.test(text)) return anyWordsOf(text);
  return text.includes("'") ? asciiWordsOf(text) : runsOf(text.toLowerCase());
}

function* asciiWordsOf(text: string): Generator<Word> {
  const lower = text.toLowerCase();
  // `matchAll` would copy the regular expression. Other generators use the same one, so each pass sets `lastIndex`.
  for (let end = 0; ;) {
    asciiRun.lastIndex = end;
    const match = asciiRun.exec(lower);
    if (match === null) return;
    end = asciiRun.lastIndex;
    const word = match[1]!.slice(0, longestWord);
    yield { word, start: match.index, end: match.index + word.length };
  }
}

function* runsOf(text: string): Generator<Word> {
  for (let at = 0; at < text.length;) {
    if (!isLetterOrDigit(text.charCodeAt(at++))) continue;
    const start = at - 1;
    while (at < text.length && isLetterOrDigit(text.charCodeAt(at))) at++;
    const end = Math.min(at, start + longestWord);
    yield { word: text.slice(start, end), start, end };
  }
}

const isLetterOrDigit = (unit: number) => (unit >= 97 && unit <= 122) || isDigit(unit);

function* anyWordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(run)) {
    const found = match.groups?.['word'] ?? match[0];
    if (isUnspaced(found)) yield* segmentsOf(found, match.index);
    else yield wordAt(found, match.index);
  }
}

const latinOrOther = /(?:[\p{Script=Latin}0-9]\p{M}*)+|(?:(?![\p{Script=Latin}0-9]).)+/gsu;

let segmenter: Intl.Segmenter | undefined;

function* segmentsOf(found: string, start: number): Generator<Word> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  // The segmenter doesn't separate Latin letters from Thai, Lao, Khmer or Burmese ones.
  for (const { 0: part, index: at } of found.matchAll(latinOrOther))
    for (const { segment, index } of segmenter.segment(part)) yield wordAt(segment, start + at + index);
}

function wordAt(found: string, start: number): Word {
  const kept =
    found.length <= longestWord
      ? found
      : Array.from(found.slice(0, 2 * longestWord))
          .slice(0, longestWord)
          .join('');
  return { word: kept.normalize('NFKC').toLowerCase(), start, end: start + kept.length };
}

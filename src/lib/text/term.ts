import { stem } from 'porter2';
import { isAsciiWord } from './words.ts';

/** Increase when the rules for words or terms change. Indexes of another version are rebuilt. */
export const analyserVersion = 2;

/** Tested first, since normalising the many words of a long Chinese text takes longer. */
const han = /^\p{Script=Han}+$/u;
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;
const stressedCyrillic = /(\p{Script=Cyrillic})\p{M}+/gu;
/** Characters that don't distinguish words: soft hyphens, joiners, emoji variations and skin tones, Arabic tatweel. */
const ignored = /\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}|\u0640/gu;
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ё: 'е',
  '’': "'",
};
const otherLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/**
 * A word (from `segmentWords`) without diacritics: `café` becomes `cafe`, `straße` `strasse`, `ёлка` `елка`. Marks that
 * make another letter are kept: Cyrillic й, kana が, Indic vowels.
 */
export function plainOf(word: string): string {
  if (isAsciiWord(word) || han.test(word)) return word;
  return word
    .replace(ignored, '')
    .normalize('NFD')
    .replace(markedLetter, '$1')
    .normalize('NFC')
    .replace(stressedCyrillic, '$1')
    .replace(otherLetter, (letter) => plainLetters[letter] ?? letter);
}

/** The form in which words are compared: the plain word, or its Snowball stem if it has only English letters. */
export function termOf(word: string): string {
  return stemOf(plainOf(word));
}

const mostCached = 2_000;
const longestCached = 4;
const shortStems = new Map<string, string>();

/** The term of a plain word. */
export function stemOf(plain: string): string {
  if (!mayHaveSuffix(plain)) return plain;
  if (plain.length > longestCached) return computeStem(plain);
  let known = shortStems.get(plain);
  if (known === undefined) {
    known = computeStem(plain);
    if (shortStems.size < mostCached) shortStems.set(plain, known);
  }
  return known;
}

function computeStem(plain: string): string {
  return isEnglish(plain) ? stem(plain) : plain;
}

function isEnglish(plain: string): boolean {
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charCodeAt(at);
    if (unit < unitA || unit > unitZ) return false;
  }
  return true;
}

const [unitA, unitZ] = ['a'.charCodeAt(0), 'z'.charCodeAt(0)];

const longestUnchanged = 2;

/** The endings that Snowball may change, by last letter. */
const suffixEnds: Record<string, string[]> = {
  c: ['ic'],
  d: ['ed'],
  e: ['e'],
  g: ['ing'],
  i: ['i'],
  l: ['al', 'll', 'ul'],
  m: ['ism'],
  n: ['ion'],
  r: ['er', 'or'],
  s: ['s'],
  t: ['ant', 'ent'],
  y: ['y'],
};
const suffixEndsByUnit = Array.from({ length: unitZ + 1 }, (_, unit) => suffixEnds[String.fromCharCode(unit)]);

/** False only for a word that is its own stem. */
function mayHaveSuffix(plain: string): boolean {
  if (plain.length <= longestUnchanged) return false;
  const ends = suffixEndsByUnit[plain.charCodeAt(plain.length - 1)];
  if (ends === undefined) return false;
  for (let index = 0; index < ends.length; index++) if (plain.endsWith(ends[index]!)) return true;
  return false;
}

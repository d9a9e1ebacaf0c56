import { stem } from 'porter2';

/**
 * Raise it with every change of what `wordsOf` or `termOf` answer: indexes made by another version are made anew.
 */
export const analyserVersion = 1;

const ascii = /^[\0-\x7F]*$/;
/** They have no marks and no other forms in NFKC; a long text may be all different ones. */
const chinese = /^\p{Script=Han}+$/u;
const english = /^[a-z]+$/;
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;
const stressedCyrillic = /(\p{Script=Cyrillic})\p{M}+/gu;
/** What is not heard: soft hyphens, joiners, how to show an emoji, its colour of skin, Arabic tatweel. */
const unheard = /\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}|\u0640/gu;
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
 * A word (as of `wordsOf`) as people type it who leave diacritics out: `café` is `cafe`, `straße` `strasse`, `ёлка` `елка`.
 * Marks are dropped where they are accents, vowel points or stress; kept where they make another letter: Cyrillic й, kana が, Indic vowels.
 */
export function plainOf(word: string): string {
  if (ascii.test(word) || chinese.test(word)) return word;
  return word
    .replace(unheard, '')
    .normalize('NFD')
    .replace(markedLetter, '$1')
    .normalize('NFC')
    .replace(stressedCyrillic, '$1')
    .replace(otherLetter, (letter) => plainLetters[letter] ?? letter);
}

/** What equal words have in common: the plain word, and of words in English letters the Snowball English stem. */
export function termOf(word: string): string {
  return stemOf(plainOf(word));
}

/** The term of a plain word. */
export function stemOf(plain: string): string {
  return english.test(plain) ? stem(plain) : plain;
}

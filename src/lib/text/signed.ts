import type { Word } from './words.ts';

/** `+`, `++` or `#` after a word. Only `++` may be followed by a number: C++17, but not x+1. */
export const signPattern = String.raw`(?:\+\+|[+#](?!\p{N}))(?![\p{L}\p{M}+#])`;
const signAfter = new RegExp(signPattern, 'uy');
const beginsWithLetter = /^\p{L}/u;
const afterLetter = /(?<=[\p{L}\p{M}\p{N}])/uy;

/**
 * A word together with its sign, such as C++, C#, A+, .NET or .pdf. An index stores such a word with and without its
 * sign: “Disney” finds “Disney+”, but “C++” doesn't find “vitamin C”.
 */
export function signedWord(text: string, { word, start, end }: Word): Word | undefined {
  const [before, after] = [text[start - 1], text[end]];
  if (after === '+' || after === '#') {
    signAfter.lastIndex = end;
    const sign = beginsWithLetter.test(word) ? signAfter.exec(text)?.[0] : undefined;
    return sign === undefined ? undefined : { word: word + sign, start, end: end + sign.length };
  }
  const isAfterDot = before === '.' && text[start - 2] !== '.' && word.length > 1 && beginsWithLetter.test(word);
  return isAfterDot ? { word: `.${word}`, start: start - 1, end } : undefined;
}

/** Like `signedWord`, but for queries: a dot inside an address or a name, such as node.js, isn't a sign. */
export function signedQueryWord(text: string, segment: Word): Word | undefined {
  const signed = signedWord(text, segment);
  if (signed === undefined || signed.start === segment.start) return signed;
  afterLetter.lastIndex = signed.start;
  return afterLetter.test(text) ? undefined : signed;
}

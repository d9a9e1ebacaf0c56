import { normalised } from './normalise.ts';
import { tokensOf } from './segment.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Digits, and characters of scripts in which one character may be a whole word or a syllable. */
export const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}]/u;
const meaningful = /[\p{L}\p{M}\p{N}]/u;

/**
 * The least average number of letters per piece in texts that the model knows. Texts of random letters average 1.7, and
 * 98 of 100 are below this bound.
 */
const fewestLetters = 2.4;

/**
 * The share of a text's letters and digits that are in pieces with several letters or a `wide` character. In languages
 * that the model was not made for, pieces are single letters or unknown. Returns 0 if the pieces are so short that they
 * probably occur by chance.
 */
export function knownShare(text: string, vocabulary: Vocabulary): number {
  const { pieces, unknown } = vocabulary;
  const bytes = normalised(text, vocabulary.rules);
  const all = meaningfulIn(new TextDecoder().decode(bytes));
  let known = 0;
  let narrowPieces = 0;
  for (const token of tokensOf(bytes, vocabulary)) {
    const letters =
      token === unknown
        ? []
        : meaningfulIn(new TextDecoder().decode(pieces.bytes.subarray(pieces.starts[token], pieces.starts[token + 1])));
    const isWide = letters.some((letter) => wide.test(letter));
    if (letters.length > 1 || isWide) known += letters.length;
    else if (letters.length === 0) continue;
    if (!isWide) narrowPieces++;
  }
  const narrow = all.filter((letter) => !wide.test(letter)).length;
  return all.length === 0 || narrow < fewestLetters * narrowPieces ? 0 : known / all.length;
}

const meaningfulIn = (text: string): string[] => [...text].filter((character) => meaningful.test(character));

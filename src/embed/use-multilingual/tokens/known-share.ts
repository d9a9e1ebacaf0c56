import { normalised } from './normalise.ts';
import { tokensOf } from './segment.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Scripts in which one character may be a word or a syllable of one. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}]/u;
const meaningful = /[\p{L}\p{M}\p{N}]/u;

/**
 * The share of a text's letters and digits in pieces of more than one letter: in a language that the model was not made
 * for, words fall apart into letters or are unknown. 0 for a text without letters and digits.
 */
export function knownShare(text: string, vocabulary: Vocabulary): number {
  const { pieces, unknown } = vocabulary;
  const bytes = normalised(text, vocabulary.rules);
  const total = meaningfulIn(new TextDecoder().decode(bytes)).length;
  let known = 0;
  for (const token of tokensOf(bytes, vocabulary)) {
    if (token === unknown) continue;
    const letters = meaningfulIn(
      new TextDecoder().decode(pieces.bytes.subarray(pieces.starts[token], pieces.starts[token + 1])),
    );
    if (letters.length > 1 || letters.some((letter) => wide.test(letter))) known += letters.length;
  }
  return total === 0 ? 0 : known / total;
}

const meaningfulIn = (text: string): string[] => [...text].filter((character) => meaningful.test(character));

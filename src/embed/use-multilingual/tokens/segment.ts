import { characterBytes } from './normalise.ts';
import { eachPrefix } from './prefix-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The most probable pieces of a normalised text (Viterbi 1967; the unigram model of Kudo 2018), as tokens. Neighbouring
 * unknown characters are one token. Scores are added in f32, as in the SentencePiece library, so that ties are the
 * same.
 */
export function tokensOf(text: Uint8Array, { pieces, scores, unknownScore, unknown }: Vocabulary): number[] {
  const best = new Float32Array(text.length + 1).fill(-Infinity);
  const tokenTo = new Int32Array(text.length + 1);
  const startOf = new Int32Array(text.length + 1);
  best[0] = 0;

  function reach(from: number, to: number, token: number, score: number): void {
    const sum = Math.fround(best[from]! + score);
    if (sum <= best[to]!) return;
    best[to] = sum;
    tokenTo[to] = token;
    startOf[to] = from;
  }

  for (let at = 0; at < text.length;) {
    const next = at + characterBytes(text[at]!);
    let isKnown = false;
    eachPrefix(pieces, text, at, (piece, length) => {
      reach(at, at + length, piece, scores[piece]!);
      isKnown ||= at + length === next;
    });
    if (!isKnown) reach(at, next, unknown, unknownScore);
    at = next;
  }

  const tokens: number[] = [];
  for (let at = text.length; at > 0; at = startOf[at]!)
    if (tokenTo[at] !== unknown || tokens.at(-1) !== unknown) tokens.push(tokenTo[at]!);
  return tokens.reverse();
}

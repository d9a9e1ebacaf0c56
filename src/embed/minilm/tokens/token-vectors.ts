import { packed } from '../../../lib/four-bit.ts';
import { isEnglishStopWord } from '../../../lib/text/stop-words.ts';
import type { QueryTokens } from '../../../service/ports/embedder.ts';
import { tokenWidth } from '../kernel-run.ts';

const maxKept = 160;

/** The weights of tokens are stored in steps of 1/19 (scripts/model/token_vectors.py). */
const weightSteps = 19;

/** Chooses the token vectors of windows and queries. */
export interface TokenVectors {
  /** The token vectors to keep of a window, packed. */
  ofWindow(tokens: Int32Array, vectors: Float32Array): Uint8Array;
  ofQuery(tokens: Int32Array, vectors: Float32Array): QueryTokens;
}

/**
 * A window keeps its first token, which stands for the whole window, and all others except stop words, punctuation and
 * the last token. The maximum is `maxKept`. A query keeps all except the first and last.
 * @param vocabulary one entry per line
 * @param weights one byte per entry
 */
export function tokenVectorsOf(vocabulary: string, weights: Uint8Array): TokenVectors {
  const entries = vocabulary.trimEnd().split('\n');
  const isLeftOut = (token: number) => !/[\p{L}\p{N}]/u.test(entries[token]!) || isEnglishStopWord(entries[token]!);
  const vectorAt = (vectors: Float32Array, index: number) =>
    vectors.subarray(index * tokenWidth, (index + 1) * tokenWidth);
  return {
    ofWindow(tokens, vectors) {
      const kept: number[] = [0];
      for (let index = 1; index < tokens.length - 1 && kept.length < maxKept; index++)
        if (!isLeftOut(tokens[index]!)) kept.push(index);
      const chosen = new Float32Array(kept.length * tokenWidth);
      for (const [position, index] of kept.entries()) chosen.set(vectorAt(vectors, index), position * tokenWidth);
      return packed(chosen, tokenWidth);
    },
    ofQuery: (tokens, vectors) => ({
      vectors: vectors.slice(tokenWidth, (tokens.length - 1) * tokenWidth),
      weights: Float32Array.from(tokens.subarray(1, -1), (token) => weights[token]! / weightSteps),
    }),
  };
}

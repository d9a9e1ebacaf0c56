import { readPassageTokens } from '../../lib/passage-tokens.ts';
import type { Model } from '../ports/embedder.ts';
import type { SemanticIndex } from './meaning.ts';

/**
 * Whether token vectors can't be compared: a model whose token vectors are for one language gives zeros to passages in
 * others.
 */
export const areZeros = (tokenVectors: Float32Array): boolean => tokenVectors.every((value) => value === 0);

export interface Candidate {
  id: string;
  /** The passage nearest in meaning; undefined if the model hasn't indexed the memory. */
  nearest: { index: number } | undefined;
}

/**
 * The ids of the candidates in another language than the query, which need a higher strength to be certain. Used if no
 * token-by-token comparison has shown the languages. Omits candidates whose token vectors aren't stored.
 * @param bounds of the query
 */
export async function inOtherLanguage(
  { index, embedder }: SemanticIndex,
  bounds: Model['certain'] | undefined,
  candidates: Candidate[],
): Promise<ReadonlySet<string>> {
  const width = embedder.model.tokenWidth;
  if (width === undefined || bounds?.otherLanguage === undefined) return new Set();
  const found = await index.tokensOf(
    candidates.flatMap(({ id, nearest }) => (nearest === undefined ? [] : [{ id, index: nearest.index }])),
  );
  return new Set([...found].filter(([, bytes]) => areZeros(readPassageTokens(bytes, width).vectors)).map(([id]) => id));
}

import { readPassageTokens } from '../../lib/passage-tokens.ts';
import { termProductWith, type Terms } from '../../lib/terms.ts';
import type { QueryTokens } from '../ports/embedder.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import { areZeros, type Candidate } from './other-language.ts';

/** How a search's best candidates compare with the query by tokens (late interaction) and by terms. */
export interface Interaction {
  /**
   * Each 0..1, applied one after the other. The token score gets the weight `tokens`, the score so far 1 − `tokens`.
   * Then the term score gets the weight `terms`, the result of the first step 1 − `terms`.
   */
  weights: TokenScores;
  /** By id; undefined for a memory without tokens that could be compared. */
  scores: ReadonlyMap<string, TokenScores | undefined>;
}

/** Each 0..1. */
export interface TokenScores {
  tokens: number;
  terms: number;
}

const notCompared: TokenScores = { tokens: 0, terms: 0 };

/**
 * The scores of a memory; undefined if it can't be compared. 0 for a memory that isn't indexed yet, or wasn't among the
 * best candidates.
 */
export function interactionOf({ scores }: Interaction, id: string): TokenScores | undefined {
  return scores.has(id) ? scores.get(id) : notCompared;
}

/** How many of the best candidates are compared token by token. */
export const comparedTokenByToken = 50;

/**
 * The weight of the comparison by tokens, for short memories. This and the next two numbers were tuned on development
 * sets with `bench:quality`.
 */
const greatestWeight = 0.77;

/**
 * The compared memories count as short if their passages have at most this many token vectors on average. The longer
 * the passages, the lower the weight: the vector of a long passage says as much as its tokens.
 */
const shortTokens = 20;

const termWeight = 0.1;

/**
 * Compares the query with candidates by tokens and by terms. Returns undefined if there is nothing to compare, or if an
 * indexed candidate lacks its token vectors, which would put it at a disadvantage.
 * There is no score for memories that the model hasn't indexed, nor for memories in another language, whose token
 * vectors are zeros.
 */
export async function interactionWith(
  index: VectorIndex,
  { tokens, width }: { tokens: QueryTokens; width: number },
  candidates: Candidate[],
): Promise<Interaction | undefined> {
  const passages = candidates.flatMap(({ id, nearest }) => (nearest ? [{ id, index: nearest.index }] : []));
  const found = await index.tokensOf(passages);
  if (found.size === 0 || found.size < passages.length) return undefined;
  const all = Array.from(found, ([id, bytes]) => ({ id, ...readPassageTokens(bytes, width) }));
  const comparable = all.filter(({ vectors }) => !areZeros(vectors));
  const tokenCount = comparable.reduce((sum, { vectors }) => sum + vectors.length / width, 0);
  const termScoreOf = tokens.terms && termScorer(tokens.terms);
  return {
    weights: {
      tokens: greatestWeight * Math.min(1, (shortTokens * comparable.length) / tokenCount || 0),
      terms: termScoreOf ? termWeight : 0,
    },
    scores: new Map<string, TokenScores | undefined>([
      ...all.map(({ id }) => [id, undefined] as const),
      ...comparable.map(({ id, vectors, terms }) => {
        const scores = { tokens: interactionScore(tokens, vectors, width), terms: termScoreOf?.(terms) ?? 0 };
        return [id, scores] as const;
      }),
    ]),
  };
}

/**
 * Late interaction (MaxSim; Khattab and Zaharia 2020, "ColBERT"). For each query token, takes the cosine of the nearest
 * token in the passage. The score is the mean of these cosines, weighted by the weights of the query tokens.
 * @param vectors of the passage's tokens, each of length 1
 * @returns 0..1
 */
export function interactionScore(
  { vectors: query, weights }: QueryTokens,
  vectors: Float32Array,
  width: number,
): number {
  let [score, total] = [0, 0];
  for (let token = 0; token < weights.length; token++) {
    let nearest = 0;
    for (let start = 0; start < vectors.length; start += width) {
      let cosine = 0;
      for (let index = 0; index < width; index++) cosine += query[token * width + index]! * vectors[start + index]!;
      if (cosine > nearest) nearest = cosine;
    }
    score += weights[token]! * nearest;
    total += weights[token]!;
  }
  return total === 0 ? 0 : Math.min(1, score / total);
}

/**
 * Returns how well a passage's terms match those of a query: their scalar product, by which SPLADE ranks, divided by
 * the query's product with itself; 0..1.
 */
export function termScorer(query: Terms): (passage: Terms) => number {
  const product = termProductWith(query);
  const most = product(query);
  return (passage) => (most === 0 ? 0 : Math.min(1, product(passage) / most));
}

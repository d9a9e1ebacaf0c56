import { interactionOf, type Interaction } from './late-interaction.ts';
import type { WordCoverage } from './word-coverage.ts';

/** A memory that a search found, with its strength on each side. */
export interface Candidate {
  id: string;
  /** By word, 0..1. */
  keyword: number;
  wordCoverage: WordCoverage;
  /** By meaning, 0..1; null if the model hasn't indexed it yet. */
  semantic: number | null;
}

export interface Ranked<C extends Candidate> {
  candidate: C;
  /** 0..1; never rises from one to the next. */
  score: number;
}

/** The weight of meaning; words have the rest. This and the next number were tuned on development sets with `bench:quality`. */
const meaningWeight = 0.58;

/**
 * Keyword strengths are divided by the best one, but at least by this. Otherwise the best of several poor matches by
 * word would count as a full one.
 */
const minBest = 0.25;

/**
 * Ranks by a convex combination of both sides (Bruch, Gai and Ingber 2022, "An Analysis of Fusion Functions for Hybrid
 * Retrieval"): the semantic strength unchanged, and the keyword strength divided by the best one found. For a memory
 * that the model hasn't indexed yet, the keyword strength also stands for the semantic one.
 * `interaction` then adds the results of the comparisons by tokens and by terms, in proportion to their weights. A memory
 * that isn't indexed yet, or has no tokens that could be compared, keeps its score.
 * A memory that contains no word of the query, and of which the model isn't sure, ranks after all memories that contain
 * one: chance similarity never displaces a word match.
 * @param candidates equal ones keep their order
 * @param sure the least semantic strength at which the model alone is sure
 */
export function fuse<C extends Candidate>(candidates: C[], sure: number, interaction?: Interaction): Ranked<C>[] {
  const best = candidates.reduce((max, { keyword }) => Math.max(max, keyword), minBest);
  const scored = candidates.map((candidate) => ({
    candidate,
    score: refined(candidate, combined(candidate, best), interaction),
  }));
  const least = scored.reduce(
    (lowest, { candidate, score }) => (hasWord(candidate) ? Math.min(lowest, score) : lowest),
    1,
  );
  return scored
    .map(({ candidate, score }) => ({
      candidate,
      score: hasWord(candidate) || (candidate.semantic ?? 0) >= sure ? score : (score * least) / 2,
    }))
    .sort((a, b) => b.score - a.score);
}

function combined({ keyword, semantic }: Candidate, best: number): number {
  return meaningWeight * (semantic ?? keyword) + (1 - meaningWeight) * (keyword / best);
}

function refined({ id, semantic }: Candidate, score: number, interaction: Interaction | undefined): number {
  const compared = interaction && interactionOf(interaction, id);
  if (interaction === undefined || compared === undefined || semantic === null) return score;
  const { weights } = interaction;
  const byTokens = (1 - weights.tokens) * score + weights.tokens * compared.tokens;
  return (1 - weights.terms) * byTokens + weights.terms * compared.terms;
}

function hasWord({ wordCoverage }: Candidate): boolean {
  return wordCoverage !== 'none';
}

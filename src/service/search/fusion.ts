import { interactionOf, type Interaction, type TokenScores } from './late-interaction.ts';
import type { WordCoverage } from './word-coverage.ts';

/** A memory that a search found, with its strengths by word and by meaning. */
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
  /** 0..1. In the list that `fuse` returns, no memory has a higher score than the one before it. */
  score: number;
}

/**
 * The weight of the semantic strength; the keyword strength has 1 minus this. This and the next number were tuned on
 * development sets with `bench:quality`.
 */
const meaningWeight = 0.58;

/** Keyword strengths are divided by the best one, but at least by this. */
const minBest = 0.25;

/**
 * Ranks by a convex combination of both sides (Bruch, Gai and Ingber 2022, "An Analysis of Fusion Functions for Hybrid
 * Retrieval"): the semantic strength unchanged, and the keyword strength divided by the best one found. `interaction`
 * then mixes in the comparison by tokens, and after it the one by terms, each as a weighted mean. A memory without
 * tokens that could be compared keeps its score.
 * For a memory that the model hasn't indexed yet, estimates stand in (`Expected`).
 * A memory that has no word of the query, and of which the model isn't sure, ranks after all memories that have one:
 * chance similarity never displaces a word match.
 * @param candidates those with equal scores keep their order
 * @param sure the least semantic strength at which the model alone is sure
 */
export function fuse<C extends Candidate>(candidates: C[], sure: number, interaction?: Interaction): Ranked<C>[] {
  const best = candidates.reduce((max, { keyword }) => Math.max(max, keyword), minBest);
  const expected = expectedFrom(candidates, interaction);
  const scored = candidates.map((candidate) => ({
    candidate,
    score: refined(candidate, combined(candidate, best, expected), interaction, expected),
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

/**
 * The mean scores of the indexed memories that contain a word of the query. They serve to estimate the scores of
 * memories that aren't indexed yet. Without estimates, most indexed memories would rank first: most of a person's notes
 * are somewhat near to any question about their life.
 */
interface Expected {
  semantic: number;
  /** Undefined if none of these memories was compared. */
  compared: TokenScores | undefined;
}

function expectedFrom(candidates: Candidate[], interaction: Interaction | undefined): Expected {
  const known = candidates.filter((candidate) => hasWord(candidate) && candidate.semantic !== null);
  const compared = known.flatMap(({ id }) => interaction?.scores.get(id) ?? []);
  return {
    semantic: meanOf(known.map(({ semantic }) => semantic!)),
    compared:
      compared.length === 0
        ? undefined
        : { tokens: meanOf(compared.map(({ tokens }) => tokens)), terms: meanOf(compared.map(({ terms }) => terms)) },
  };
}

/** 0 if there are no values. */
const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** Estimates a missing score: the better a memory matches by word, the further above the mean. */
const estimate = (mean: number, { keyword }: Candidate): number => mean + (1 - mean) * keyword;

function combined(candidate: Candidate, best: number, expected: Expected): number {
  const { keyword, semantic } = candidate;
  return meaningWeight * (semantic ?? estimate(expected.semantic, candidate)) + (1 - meaningWeight) * (keyword / best);
}

function refined(
  candidate: Candidate,
  score: number,
  interaction: Interaction | undefined,
  expected: Expected,
): number {
  if (interaction === undefined) return score;
  const compared =
    candidate.semantic === null
      ? expected.compared && {
          tokens: estimate(expected.compared.tokens, candidate),
          terms: estimate(expected.compared.terms, candidate),
        }
      : interactionOf(interaction, candidate.id);
  if (compared === undefined) return score;
  const { weights } = interaction;
  const byTokens = (1 - weights.tokens) * score + weights.tokens * compared.tokens;
  return (1 - weights.terms) * byTokens + weights.terms * compared.terms;
}

function hasWord({ wordCoverage }: Candidate): boolean {
  return wordCoverage !== 'none';
}

import type { WordCoverage } from './word-coverage.ts';

/** A memory that a search found, with what each side knows of it. */
export interface Candidate {
  id: string;
  /** By word, 0..1. */
  keyword: number;
  held: WordCoverage;
  /** By meaning, 0..1; null where the model has not read it yet. */
  semantic: number | null;
}

export interface Ranked<C extends Candidate> {
  candidate: C;
  /** 0..1, falling. */
  score: number;
}

/** What meaning counts, words counting the rest; this and the next number were chosen on development sets with `bench:quality`. */
const meaningWeight = 0.58;

/** A best keyword strength below this is not made more of: where no memory fits by its words, the least bad one does not win by them. */
const leastBest = 0.25;

/**
 * Ranks by a convex combination of both sides (Bruch, Gai and Ingber 2022, "An Analysis of Fusion Functions for Hybrid Retrieval"):
 * the semantic strength as it is, the keyword strength over the best one found. One that the model has not read is taken to be as near in meaning as it is by its words.
 * A memory that holds none of the words and that the model is not sure of comes after all that hold any: what is alike by chance never pushes away what was asked for.
 * @param candidates of equal ones the first stays first
 * @param sure from this semantic strength on the model alone is sure
 */
export function fuse<C extends Candidate>(candidates: C[], sure: number): Ranked<C>[] {
  const best = candidates.reduce((so, { keyword }) => Math.max(so, keyword), leastBest);
  const scored = candidates.map((candidate) => ({ candidate, score: combined(candidate, best) }));
  const least = scored.reduce((so, { candidate, score }) => (isHolder(candidate) ? Math.min(so, score) : so), 1);
  return scored
    .map(({ candidate, score }) => ({
      candidate,
      score: isHolder(candidate) || (candidate.semantic ?? 0) >= sure ? score : (score * least) / 2,
    }))
    .sort((one, other) => other.score - one.score);
}

function combined({ keyword, semantic }: Candidate, best: number): number {
  return meaningWeight * (semantic ?? keyword) + (1 - meaningWeight) * (keyword / best);
}

function isHolder({ held }: Candidate): boolean {
  return held !== 'none';
}

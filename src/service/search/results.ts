import type { Match, SearchMode } from '../../v1/schemas/search.ts';
import type { IndexFilters } from '../ports/keyword-index.ts';
import type { Passage } from '../ports/embedder.ts';
import type { VectorIndex } from '../ports/vector-index.ts';

/** Which memories to search, and how many to return. */
export interface Criteria {
  filters: IndexFilters;
  /** Ids of the collections that the caller may see; undefined: all memories. */
  within: string[] | undefined;
  limit: number;
}

/**
 * How many candidates each side (by word, by meaning) finds beyond the limit: a candidate that is certain, or that both
 * sides found, may overtake a candidate that only one side found.
 */
export const extraCandidates = 30;

export interface Hit {
  id: string;
  /** 0..1; never rises from hit to hit. */
  score: number;
  match: Omit<Match, 'passage'>;
  /** The passage nearest in meaning; undefined if the search by meaning didn't find this memory. */
  nearest?: Pick<Passage, 'start' | 'end'> | undefined;
  /**
   * Given if the hit is certain only because it contains parts of query words. For each such word: its splits into
   * parts. The hit stays certain only if its text has, for each of these words, the parts of one split next to each
   * other.
   */
  splits?: string[][][];
}

/** The result of a search: at least `limit` hits, if that many exist. */
export interface SearchResult {
  hits: Hit[];
  mode: SearchMode;
  coverage: number;
}

/** The share of the searched memories that can be found by meaning; 1 if there are none. */
export async function coverageOf(index: VectorIndex, { filters, within }: Criteria): Promise<number> {
  const { indexed, total } = await index.coverage(filters, within);
  return total === 0 ? 1 : indexed / total;
}

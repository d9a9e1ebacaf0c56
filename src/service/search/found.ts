import type { Match, SearchMode } from '../../v1/schemas/search.ts';
import type { IndexFilters } from '../ports/keyword-index.ts';
import type { Passage } from '../ports/embedder.ts';
import type { VectorIndex } from '../ports/vector-index.ts';

/** Among which memories to search, and how many to find. */
export interface Wanted {
  filters: IndexFilters;
  /** Ids of the collections that the asker may see; undefined: all memories. */
  within: string[] | undefined;
  limit: number;
}

/** Extra candidates per side beyond the limit: a certain hit, or one that both sides found, may outrank what one side found. */
export const beyond = 30;

export interface FoundMemory {
  id: string;
  /** 0..1, falling along the answer. */
  score: number;
  match: Omit<Match, 'passage'>;
  /** What of it came nearest in meaning; undefined where meaning did not find it. */
  nearest?: Pick<Passage, 'start' | 'end'> | undefined;
}

/** The result of a search: at least as many hits as wanted, if that many exist. */
export interface Found {
  memories: FoundMemory[];
  mode: SearchMode;
  coverage: number;
}

/** The share of the memories searched that can be found by meaning; where there are none, that is all of them. */
export async function coverageOf(index: VectorIndex, { filters, within }: Wanted): Promise<number> {
  const { indexed, total } = await index.coverage(filters, within);
  return total === 0 ? 1 : indexed / total;
}

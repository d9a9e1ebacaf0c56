import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { ndcgAt, recallAt } from './figures.ts';
import { median } from '../search/figures.ts';
import { documentsOf, type QuestionSet } from './sets.ts';

/** Hits per query. */
export const depth = 10;

export interface Library {
  find(text: string): Promise<Found>;
  close(): Promise<void>;
}

export interface Found {
  /** The positions of the found documents in their group, best first. */
  positions: number[];
  certain: Set<number>;
  mode: SearchMode;
}

/**
 * Indexes documents for searches. `documents`: position and text of each non-empty document. If `mode` is undefined,
 * the service chooses a mode.
 */
export type OpenLibrary = (
  documents: [position: number, text: string][],
  mode: SearchMode | undefined,
) => Promise<Library>;

export interface Figures {
  set: string;
  /** The mode used for most queries. */
  mode: SearchMode;
  /** Queries answered in another mode, such as queries in a script that the model can't read. */
  otherModes: number;
  recall5: number;
  ndcg10: number;
  queries: number;
  /** The median time of a search, including the time for the query's vector if it has one. */
  milliseconds: number;
}

/** Measures the search quality on one set. Skips queries without relevant documents. */
export async function figuresOf(set: QuestionSet, open: OpenLibrary, mode: SearchMode | undefined): Promise<Figures> {
  const modes = new Map<SearchMode, number>();
  const times: number[] = [];
  let [recall, ndcg, queries] = [0, 0, 0];
  for (const group of set.groups) {
    const library = await open(documentsOf(group), mode);
    try {
      for (const { text, relevant } of group.queries) {
        if (relevant.length === 0) continue;
        const begin = performance.now();
        const found = await library.find(text);
        times.push(performance.now() - begin);
        recall += recallAt(5, found.positions, relevant);
        ndcg += ndcgAt(depth, found.positions, relevant);
        queries++;
        modes.set(found.mode, (modes.get(found.mode) ?? 0) + 1);
      }
    } finally {
      await library.close();
    }
  }
  const [used, count] = [...modes].sort(([, one], [, other]) => other - one)[0] ?? [mode ?? 'hybrid', 0];
  return {
    set: set.name,
    mode: used,
    otherModes: queries - count,
    recall5: recall / queries,
    ndcg10: ndcg / queries,
    queries,
    milliseconds: median(times),
  };
}

import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { ndcgAt, recallAt } from './figures.ts';
import { documentsOf, type QuestionSet } from './sets.ts';

/** How many hits a query asks for. */
export const depth = 10;

/** Documents in a fresh store, to be searched through the service. */
export interface Library {
  find(text: string): Promise<Found>;
  close(): Promise<void>;
}

export interface Found {
  /** Of the documents, best first. */
  positions: number[];
  /** Those of them that are marked as likely to the point. */
  certain: Set<number>;
  /** The mode that was really used. */
  mode: SearchMode;
}

/** `documents`: text and position of each that is not empty. `mode`: the one asked for; undefined: the service's own choice. */
export type OpenLibrary = (
  documents: [position: number, text: string][],
  mode: SearchMode | undefined,
) => Promise<Library>;

/** Figures of one set, averaged over its queries. */
export interface Figures {
  set: string;
  /** The mode that most of the queries were answered in. */
  mode: SearchMode;
  /** How many were answered in another, as those in a script that the model does not read. */
  otherwise: number;
  recall5: number;
  ndcg10: number;
  queries: number;
}

/** A query that nothing answers is left out. */
export async function figuresOf(set: QuestionSet, open: OpenLibrary, mode: SearchMode | undefined): Promise<Figures> {
  const modes = new Map<SearchMode, number>();
  let [recall, ndcg, queries] = [0, 0, 0];
  for (const group of set.groups) {
    const library = await open(documentsOf(group), mode);
    try {
      for (const { text, relevant } of group.queries) {
        if (relevant.length === 0) continue;
        const found = await library.find(text);
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
    otherwise: queries - count,
    recall5: recall / queries,
    ndcg10: ndcg / queries,
    queries,
  };
}

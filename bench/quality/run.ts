import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { ndcgAt, recallAt } from './figures.ts';
import type { QuestionSet } from './sets.ts';

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
  /** The mode that was really used. */
  mode: SearchMode;
}

/** `documents`: text and position of each that is not empty. `mode`: the one asked for; undefined: the service's own choice. */
export type OpenLibrary = (documents: [position: number, text: string][], mode: SearchMode | undefined) => Promise<Library>;

/** Figures of one set, averaged over its queries. */
export interface Figures {
  set: string;
  mode: SearchMode;
  recall5: number;
  ndcg10: number;
  queries: number;
}

/** A query that nothing answers is left out. */
export async function figuresOf(set: QuestionSet, open: OpenLibrary, mode: SearchMode | undefined): Promise<Figures> {
  const modes = new Set<SearchMode>();
  let [recall, ndcg, queries] = [0, 0, 0];
  for (const { documents, queries: asked } of set.groups) {
    const library = await open(Array.from(documents.entries()).filter(([, text]) => text.trim() !== ''), mode);
    try {
      for (const { text, relevant } of asked) {
        if (relevant.length === 0) continue;
        const found = await library.find(text);
        recall += recallAt(5, found.positions, relevant);
        ndcg += ndcgAt(depth, found.positions, relevant);
        queries++;
        modes.add(found.mode);
      }
    } finally {
      await library.close();
    }
  }
  const [used = mode ?? 'hybrid', ...others] = modes;
  if (others.length > 0) throw new Error(`Queries of ${set.name} were answered in different modes: ${[...modes].join(', ')}.`);
  return { set: set.name, mode: used, recall5: recall / queries, ndcg10: ndcg / queries, queries };
}

import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { termOf } from '../../lib/text/term.ts';
import type { IndexFilters } from '../../service/ports/keyword-index.ts';
import { wordsIn } from './bag.ts';
import { miniSearchBm25, rarity } from './bm25.ts';
import { passes, type Entry } from './entry.ts';
import { byRank, rounded, type Candidate, type Scan } from './source.ts';
import type { Table } from './table.ts';

/** One search in a table: MiniSearch is asked for one term at a time, so that the rarities are those of all memories and not of its own. */
export class TableScan implements Scan {
  readonly #table: Table;
  readonly #postings: MiniSearch<Entry>;
  readonly #filters: IndexFilters;
  readonly #bm25: ReturnType<typeof miniSearchBm25>;
  readonly #scores = new Map<string, number>();
  /** The memories that hold the term at hand. */
  #found: SearchResult[] = [];

  constructor(table: Table, postings: MiniSearch<Entry>, filters: IndexFilters, averageLength: number) {
    this.#table = table;
    this.#postings = postings;
    this.#filters = filters;
    this.#bm25 = miniSearchBm25(table.totalLength / table.memories / averageLength);
  }

  gather(term: string): number {
    this.#found = !this.#table.holds(term) ? [] : this.#postings.search('', { tokenize: () => [term], bm25: this.#bm25.parameters });
    return this.#found.length;
  }

  credit(points: number): void {
    // What MiniSearch took for the term's rarity, and our scale, are divided out.
    const share = points / rarity(this.#found.length, this.#table.memories) / this.#bm25.scale;
    for (const { id, score } of this.#found) this.#scores.set(id as string, (this.#scores.get(id as string) ?? 0) + score * share);
  }

  best(limit: number, also: ReadonlySet<string>): Candidate[] {
    return Array.from(this.#scores)
      .flatMap(([id, score]) => {
        const entry = this.#table.entry(id);
        return entry !== undefined && passes(entry, this.#filters) ? [{ id, createdAt: Date.parse(entry.createdAt), score: rounded(score) }] : [];
      })
      .sort(byRank)
      .filter(({ id }, place) => place < limit || also.has(id));
  }

  wordsOf(ids: string[], terms: Iterable<string>): Map<string, string[]> {
    const asked = new Set(terms);
    return new Map(
      ids.flatMap((id) => {
        const entry = this.#table.entry(id);
        return entry === undefined ? [] : [[id, wordsIn(entry.bag).filter((word) => asked.has(termOf(word)))]];
      }),
    );
  }
}

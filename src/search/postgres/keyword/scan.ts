import { termOf } from '../../../lib/text/term.ts';
import type { IndexFilters } from '../../../service/ports/keyword-index.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { wordsIn } from '../../keyword/bag.ts';
import { normsOf, pointsFor } from '../../keyword/bm25.ts';
import { rounded, type Candidate, type FoundWord, type Scan } from '../../keyword/source.ts';
import { countOf, lengthOf } from '../postings.ts';
import { plainKey } from '../words.ts';
import { bestRows } from './best-rows.ts';
import { passingAmong, passingMask, type Visible } from './visible.ts';

/**
 * At most this many matches are filtered by listing their numbers in a query. For more, a mask of all passing memories
 * is fetched.
 */
const maxListed = 1_000;

interface ScanParts {
  sql: Sql;
  owner: Owner;
  visible: Visible;
  filters: IndexFilters;
  averageLength: number;
  terms: string[];
  /** By term. */
  postings: Map<string, Uint32Array>;
}

/** One search over the postings of its terms. */
export class SqlScan implements Scan {
  readonly #parts: ScanParts;
  readonly #norms: { base: number; slope: number };
  readonly #scores: Float64Array;
  readonly #counts: Uint32Array;
  readonly #lengths: Uint16Array;
  /** The first `#matched` entries are the memories with the current term. */
  readonly #holders: Uint32Array;
  #matched = 0;
  readonly #scored: number[] = [];
  /** By a hit's id, then by term: the hit's words with this term. */
  readonly #words = new Map<string, Map<string, string[]>>();

  constructor(parts: ScanParts) {
    this.#parts = parts;
    this.#norms = normsOf(parts.averageLength);
    const { end } = parts.visible;
    this.#scores = new Float64Array(end);
    this.#counts = new Uint32Array(end);
    this.#lengths = new Uint16Array(end);
    this.#holders = new Uint32Array(end);
  }

  selectTerm(term: number): number {
    const { terms, postings, visible } = this.#parts;
    const pairs = postings.get(plainKey(terms[term]!));
    const { mask } = visible;
    const counts = this.#counts;
    const holders = this.#holders;
    let matched = 0;
    if (pairs !== undefined) {
      for (let at = 0; at < pairs.length; at += 2) {
        const number = pairs[at]!;
        if (mask !== undefined && mask[number] === 0) continue;
        if (counts[number] === 0) holders[matched++] = number;
        counts[number]! += countOf(pairs[at + 1]!);
        this.#lengths[number] = lengthOf(pairs[at + 1]!);
      }
    }
    return (this.#matched = matched);
  }

  addPoints(points: number): void {
    const { base, slope } = this.#norms;
    for (let index = 0; index < this.#matched; index++) {
      const number = this.#holders[index]!;
      if (this.#scores[number] === 0) this.#scored.push(number);
      this.#scores[number]! += points * pointsFor(this.#counts[number]!, base + slope * this.#lengths[number]!);
      this.#counts[number] = 0;
    }
    this.#matched = 0;
  }

  async best(limit: number, also: ReadonlySet<string>): Promise<Candidate[]> {
    if (this.#scored.length === 0) return [];
    const { sql, owner, filters, visible } = this.#parts;
    const [above, tied] = this.#foremost(await this.#passing(), limit);
    const rows = await bestRows(sql, owner, {
      above,
      tied,
      most: limit - above.length,
      also: [...also],
      filters,
      within: visible.within,
    });
    const hits = rows.filter(({ number }) => this.#scores[number]! > 0);
    for (const { id, bag } of hits)
      this.#words.set(
        id,
        Map.groupBy(wordsIn(bag), (word) => plainKey(termOf(word))),
      );
    return hits.map(({ id, number, createdAt }) => ({
      id,
      number,
      createdAt,
      score: rounded(this.#scores[number]!),
      words: [],
    }));
  }

  wordsIn(hits: Candidate[], start: number, end: number): FoundWord[] {
    const terms = this.#parts.terms.slice(start, end).map(plainKey);
    const found = new Map<string, FoundWord>();
    for (const hit of hits) {
      const words = this.#words.get(hit.id);
      for (const term of terms) {
        for (const text of words?.get(term) ?? []) {
          const known = found.get(text);
          if (known === undefined) found.set(text, { text, hits: [hit] });
          else known.hits.push(hit);
        }
      }
    }
    return [...found.values()];
  }

  async #passing(): Promise<number[]> {
    const { sql, owner, filters, visible } = this.#parts;
    if (Object.values(filters).every((filter) => filter === undefined)) return this.#scored;
    if (this.#scored.length <= maxListed) return passingAmong(sql, owner, this.#scored, filters, visible);
    const mask = await passingMask(sql, owner, filters, visible);
    return this.#scored.filter((number) => mask[number] === 1);
  }

  /**
   * `above`: the memories that are certainly among the best `limit`. `tied`: memories with equal scores, of which the
   * newest complete the best `limit`.
   */
  #foremost(numbers: number[], limit: number): [above: number[], tied: number[]] {
    if (limit === 0) return [[], []];
    const scoreOf = (number: number) => rounded(this.#scores[number]!);
    let best: number[] = [];
    let least = -Infinity;
    let capacity = 2 * limit;
    const cut = () => {
      const scores = Float64Array.from(best, scoreOf).sort();
      least = scores[Math.max(0, scores.length - limit)]!;
      best = best.filter((number) => scoreOf(number) >= least);
      capacity = 2 * Math.max(limit, best.length);
    };
    for (const number of numbers) {
      if (scoreOf(number) < least) continue;
      best.push(number);
      if (best.length >= capacity) cut();
    }
    if (best.length === 0) return [[], []];
    cut();
    return [best.filter((number) => scoreOf(number) > least), best.filter((number) => scoreOf(number) === least)];
  }
}

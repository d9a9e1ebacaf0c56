import { normsOf, pointsFor } from '../bm25.ts';
import { rounded, type Candidate, type Scan } from '../source.ts';
import type { Segment } from './segment.ts';
import { wordOfKey } from './word-key.ts';

/** One search in a segment: a score for each memory, in typed arrays. */
export class SegmentScan implements Scan {
  readonly #segment: Segment;
  readonly #wordsOf: (term: string) => Uint32Array;
  readonly #seen: Uint8Array | undefined;
  readonly #wanted: Uint8Array | undefined;
  readonly #norms: { base: number; slope: number };
  readonly #scores: Float64Array;
  /** What the term at hand counts in each memory. */
  readonly #counts: Uint32Array;
  /** The memories that hold the term at hand: the first `#held` of these. */
  readonly #holders: Uint32Array;
  #held = 0;
  /** The memories that have a score: the first `#scoredCount` of these. */
  readonly #scored: Uint32Array;
  #scoredCount = 0;

  /** `seen`, `wanted`: 1 for each memory that may be seen, and that passes; undefined where all are. */
  constructor(segment: Segment, wordsOf: (term: string) => Uint32Array, seen: Uint8Array | undefined, wanted: Uint8Array | undefined, averageLength: number) {
    this.#segment = segment;
    this.#wordsOf = wordsOf;
    this.#seen = seen;
    this.#wanted = wanted;
    this.#norms = normsOf(averageLength);
    const { length } = segment.facts;
    this.#scores = new Float64Array(length);
    this.#counts = new Uint32Array(length);
    this.#holders = new Uint32Array(length);
    this.#scored = new Uint32Array(length);
  }

  gather(term: string): number {
    const counts = this.#counts;
    const holders = this.#holders;
    const seen = this.#seen;
    let held = 0;
    for (const word of this.#wordsOf(term)) {
      for (const postings = this.#segment.postings(word); postings.next(); ) {
        const memory = postings.number;
        if (seen !== undefined && seen[memory] === 0) continue;
        if (counts[memory] === 0) holders[held++] = memory;
        counts[memory]! += postings.count;
      }
    }
    return (this.#held = held);
  }

  credit(points: number): void {
    const { base, slope } = this.#norms;
    const { lengths } = this.#segment;
    for (let place = 0; place < this.#held; place++) {
      const memory = this.#holders[place]!;
      if (this.#scores[memory] === 0) this.#scored[this.#scoredCount++] = memory;
      this.#scores[memory]! += points * pointsFor(this.#counts[memory]!, base + slope * lengths[memory]!);
      this.#counts[memory] = 0;
    }
    this.#held = 0;
  }

  best(limit: number, also: ReadonlySet<string>): Candidate[] {
    const { facts } = this.#segment;
    const numbers = this.#bestNumbers(limit);
    for (const id of also) {
      const number = facts.number(id);
      if (number !== undefined && this.#passes(number)) numbers.add(number);
    }
    return Array.from(numbers, (number) => ({ id: facts.id(number), createdAt: facts.createdAt(number), score: rounded(this.#scores[number]!) }));
  }

  wordsOf(ids: string[], terms: Iterable<string>): Map<string, string[]> {
    const words = new Map<number, string[]>();
    const asked = this.#counts;
    let last = -1;
    for (const id of ids) {
      const number = this.#segment.facts.number(id);
      if (number === undefined) continue;
      words.set(number, []);
      asked[number] = 1;
      last = Math.max(last, number);
    }
    for (const term of terms) {
      for (const word of this.#wordsOf(term)) {
        for (const postings = this.#segment.postings(word); postings.next() && postings.number <= last; ) {
          if (asked[postings.number] === 1) words.get(postings.number)!.push(wordOfKey(this.#segment.keyOf(word)));
        }
      }
    }
    for (const number of words.keys()) asked[number] = 0;
    return new Map(Array.from(words, ([number, held]) => [this.#segment.facts.id(number), held]));
  }

  #passes(number: number): boolean {
    return this.#scores[number]! > 0 && (this.#wanted === undefined || this.#wanted[number] === 1);
  }

  /** The later of two memories with the same score is the newer one, and goes first. */
  #bestNumbers(limit: number): Set<number> {
    const best: number[] = [];
    const before = (one: number, other: number) => rounded(this.#scores[other]!) - rounded(this.#scores[one]!) || other - one;
    let worst: number | undefined;
    for (let place = this.#scoredCount - 1; place >= 0; place--) {
      const number = this.#scored[place]!;
      if ((worst !== undefined && before(worst, number) < 0) || !this.#passes(number)) continue;
      best.push(number);
      if (best.length < 2 * limit) continue;
      best.sort(before).length = limit;
      worst = best.at(-1);
    }
    return new Set(best.sort(before).slice(0, limit));
  }
}

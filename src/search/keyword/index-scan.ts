import { growth, least, normsOf } from './bm25.ts';
import { Postings } from './postings.ts';
import { rounded, type Candidate, type Scan } from './source.ts';
import type { WordIndex } from './word-index.ts';

/** The arrays that one search in an index works in, by the numbers of its memories. */
class Scratch {
  readonly size: number;
  readonly scores: Float64Array;
  /** What the term at hand counts in each memory. */
  readonly counts: Uint32Array;
  /** The memories that hold the term at hand. */
  readonly holders: Uint32Array;
  /** The memories that have a score. */
  readonly scored: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.scores = new Float64Array(size);
    this.counts = new Uint32Array(size);
    this.holders = new Uint32Array(size);
    this.scored = new Uint32Array(size);
  }
}

/** Scratches that wait for the next search, all scores and counts 0: to make one takes longer than most searches. */
const waiting = new WeakMap<WordIndex, Scratch>();

/** Filled and read within one call. */
const postings = new Postings();

/** What of an index one search looks at: 1 for each memory that may be seen, and that passes the filters; undefined where all are. */
export interface Masks {
  seen: Uint8Array | undefined;
  wanted: Uint8Array | undefined;
}

/** One search in one index. Memories that come to it meanwhile are not found. */
export class IndexScan implements Scan {
  readonly #index: WordIndex;
  readonly #wordsOf: (term: string) => ArrayLike<number>;
  readonly #masks: Masks;
  readonly #norms: { base: number; slope: number };
  readonly #scratch: Scratch;
  readonly #end: number;
  #held = 0;
  #scored = 0;

  constructor(index: WordIndex, wordsOf: (term: string) => ArrayLike<number>, masks: Masks, averageLength: number) {
    this.#index = index;
    this.#wordsOf = wordsOf;
    this.#masks = masks;
    this.#norms = normsOf(averageLength);
    this.#end = index.docValues.length;
    const scratch = waiting.get(index);
    waiting.delete(index);
    this.#scratch = scratch !== undefined && scratch.size >= this.#end ? scratch : new Scratch(this.#end);
  }

  gather(term: string): number {
    const words = this.#wordsOf(term);
    if (words.length === 0) return 0;
    postings.clear();
    for (let place = 0; place < words.length; place++) this.#index.read(words[place]!, postings);
    const { numbers, counts: given, length } = postings;
    const { counts, holders } = this.#scratch;
    const { seen } = this.#masks;
    let held = 0;
    for (let place = 0; place < length; place++) {
      const memory = numbers[place]!;
      if (memory >= this.#end || (seen !== undefined && seen[memory] === 0)) continue;
      if (counts[memory] === 0) holders[held++] = memory;
      counts[memory]! += given[place]!;
    }
    return (this.#held = held);
  }

  credit(points: number): void {
    const { base, slope } = this.#norms;
    const { lengths } = this.#index;
    const { scores, counts, holders, scored } = this.#scratch;
    for (let place = 0; place < this.#held; place++) {
      const memory = holders[place]!;
      if (scores[memory] === 0) scored[this.#scored++] = memory;
      const count = counts[memory]!;
      // `pointsFor`, written out: this loop is the hottest of a search.
      scores[memory]! += points * (least + (count * growth) / (count + base + slope * lengths[memory]!));
      counts[memory] = 0;
    }
    this.#held = 0;
  }

  best(limit: number, also: ReadonlySet<string>): Candidate[] {
    const { docValues } = this.#index;
    const { scores } = this.#scratch;
    const numbers = this.#bestNumbers(limit);
    for (const id of also) {
      const number = docValues.number(id);
      if (number !== undefined && number < this.#end && this.#passes(number) && !numbers.includes(number))
        numbers.push(number);
    }
    return numbers.map((number) => ({
      number,
      id: docValues.id(number),
      createdAt: docValues.createdAt(number),
      score: rounded(scores[number]!),
      words: [],
    }));
  }

  addWords(hits: Candidate[], terms: string[]): void {
    /** 1 + the place of each hit. */
    const { counts: places } = this.#scratch;
    for (const [place, { number }] of hits.entries())
      if (this.#index.docValues.isLive(number)) places[number] = place + 1;
    for (const term of terms) {
      const words = this.#wordsOf(term);
      for (let some = 0; some < words.length; some++) {
        postings.clear();
        this.#index.read(words[some]!, postings);
        const { numbers, length } = postings;
        let text: string | undefined;
        for (let at = 0; at < length; at++) {
          const place = places[numbers[at]!] ?? 0;
          if (place > 0) hits[place - 1]!.words.push((text ??= this.#index.textOf(words[some]!)));
        }
      }
    }
    for (const { number } of hits) places[number] = 0;
  }

  close(): void {
    const { scores, scored } = this.#scratch;
    for (let place = 0; place < this.#scored; place++) scores[scored[place]!] = 0;
    waiting.set(this.#index, this.#scratch);
  }

  #passes(number: number): boolean {
    return this.#scratch.scores[number]! > 0 && (this.#masks.wanted === undefined || this.#masks.wanted[number] === 1);
  }

  /** Best first; of equals the newest. Rounds all scores. */
  #bestNumbers(limit: number): number[] {
    const { docValues } = this.#index;
    const { scores, scored } = this.#scratch;
    const best: number[] = [];
    if (limit === 0) return best;
    const isBefore = (one: number, other: number) =>
      scores[one]! > scores[other]! || (scores[one] === scores[other] && docValues.compare(one, other) < 0);
    for (let place = 0; place < this.#scored; place++) {
      const number = scored[place]!;
      scores[number] = rounded(scores[number]!);
      if (!this.#passes(number) || (best.length === limit && !isBefore(number, best[limit - 1]!))) continue;
      let [low, high] = [0, best.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(number, best[middle]!)) high = middle;
        else low = middle + 1;
      }
      if (best.length === limit) best.pop();
      best.splice(low, 0, number);
    }
    return best;
  }
}

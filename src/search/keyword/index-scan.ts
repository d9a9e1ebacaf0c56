import { growth, minPoints, normsOf } from './bm25.ts';
import { Postings } from './postings.ts';
import { rounded, roundingError, type Candidate, type FoundWord, type Scan } from './source.ts';
import type { WordIndex } from './word-index.ts';

/** Working arrays of one search. `scores` and `counts` are by memory number, and all zeros between searches. */
class Scratch {
  readonly size: number;
  isInUse = false;
  readonly scores: Float64Array;
  /** The count of the current term in each memory. */
  readonly counts: Uint32Array;
  /** The memories that contain the current term. */
  readonly matches: Uint32Array;
  /** The memories with a score. */
  readonly scored: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.scores = new Float64Array(size);
    this.counts = new Uint32Array(size);
    this.matches = new Uint32Array(size);
    this.scored = new Uint32Array(size);
  }
}

/** Kept for the next search: allocating new arrays takes longer than most searches. */
const scratches = new WeakMap<WordIndex, Scratch>();

/** Reused by every call, so its contents are valid only during a call. */
const postings = new Postings();

function scratchOf(index: WordIndex): Scratch {
  const known = scratches.get(index);
  if (known !== undefined && !known.isInUse && known.size >= index.docValues.length) return known;
  const scratch = new Scratch(index.docValues.length);
  scratches.set(index, scratch);
  return scratch;
}

export interface Limits {
  /** 1 for each memory that the caller may see; undefined if all are visible. */
  visible: Uint8Array | undefined;
  /** Called only for candidates; undefined if all pass. */
  isWanted: ((number: number) => boolean) | undefined;
}

/** One search in one index. */
export class IndexScan implements Scan {
  readonly #index: WordIndex;
  readonly #words: ArrayLike<number>[];
  readonly #limits: Limits;
  readonly #norms: { base: number; slope: number };
  readonly #scratch: Scratch;
  readonly #end: number;
  #matched = 0;
  #scored = 0;

  constructor(index: WordIndex, words: ArrayLike<number>[], limits: Limits, averageLength: number) {
    this.#index = index;
    this.#words = words;
    this.#limits = limits;
    this.#norms = normsOf(averageLength);
    this.#end = index.docValues.length;
    this.#scratch = scratchOf(index);
    this.#scratch.isInUse = true;
  }

  selectTerm(term: number): number {
    const words = this.#words[term]!;
    if (words.length === 0) return 0;
    postings.clear();
    for (let position = 0; position < words.length; position++) this.#index.read(words[position]!, postings);
    const { numbers, counts: wordCounts, length } = postings;
    const { counts, matches } = this.#scratch;
    const { visible } = this.#limits;
    let matched = 0;
    for (let position = 0; position < length; position++) {
      const memory = numbers[position]!;
      if (memory >= this.#end || (visible !== undefined && visible[memory] === 0)) continue;
      if (counts[memory] === 0) matches[matched++] = memory;
      counts[memory]! += wordCounts[position]!;
    }
    return (this.#matched = matched);
  }

  addPoints(points: number): void {
    const { base, slope } = this.#norms;
    const { lengths } = this.#index;
    const { scores, counts, matches, scored } = this.#scratch;
    for (let position = 0; position < this.#matched; position++) {
      const memory = matches[position]!;
      if (scores[memory] === 0) scored[this.#scored++] = memory;
      const count = counts[memory]!;
      // `pointsFor` inlined: this is the hottest loop of a search.
      scores[memory]! += points * (minPoints + (count * growth) / (count + base + slope * lengths[memory]!));
      counts[memory] = 0;
    }
    this.#matched = 0;
  }

  best(limit: number, also: ReadonlySet<string>): Candidate[] {
    const { docValues } = this.#index;
    const { scores } = this.#scratch;
    const numbers = this.#bestNumbers(limit);
    for (const id of also) {
      const number = docValues.numberOf(id);
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

  wordsIn(hits: Candidate[], start: number, end: number): FoundWord[] {
    const found: FoundWord[] = [];
    /** By memory number: 1 + the index of the memory's hit, or 0. */
    const { counts: hitAt } = this.#scratch;
    for (let position = 0; position < hits.length; position++) {
      const { number } = hits[position]!;
      if (this.#index.docValues.isLive(number)) hitAt[number] = position + 1;
    }
    for (let term = start; term < end; term++) {
      const words = this.#words[term]!;
      for (let word = 0; word < words.length; word++) {
        postings.clear();
        this.#index.read(words[word]!, postings);
        const { numbers, length } = postings;
        const holders: Candidate[] = [];
        for (let at = 0; at < length; at++) {
          const position = hitAt[numbers[at]!] ?? 0;
          if (position > 0) holders.push(hits[position - 1]!);
        }
        if (holders.length > 0) found.push({ text: this.#index.textOf(words[word]!), hits: holders });
      }
    }
    for (const { number } of hits) hitAt[number] = 0;
    return found;
  }

  close(): void {
    const { scores, scored } = this.#scratch;
    for (let position = 0; position < this.#scored; position++) scores[scored[position]!] = 0;
    this.#scratch.isInUse = false;
  }

  #passes(number: number): boolean {
    return this.#scratch.scores[number]! > 0 && (this.#limits.isWanted?.(number) ?? true);
  }

  /** Best first, equal scores newest first. */
  #bestNumbers(limit: number): number[] {
    const { docValues } = this.#index;
    const { scores, scored } = this.#scratch;
    const best: number[] = [];
    if (limit === 0) return best;
    let lowestScore = -Infinity;
    for (let position = 0; position < this.#scored; position++) {
      const number = scored[position]!;
      if (scores[number]! < lowestScore || !this.#passes(number)) continue;
      const score = (scores[number] = rounded(scores[number]!));
      const isBefore = (other: number) =>
        score > scores[other]! || (score === scores[other] && docValues.compare(number, other) < 0);
      if (best.length === limit && !isBefore(best[limit - 1]!)) continue;
      let at = best.length < limit ? best.length : limit - 1;
      for (; at > 0 && isBefore(best[at - 1]!); at--) best[at] = best[at - 1]!;
      best[at] = number;
      if (best.length === limit) lowestScore = scores[best[limit - 1]!]! - roundingError;
    }
    return best;
  }
}

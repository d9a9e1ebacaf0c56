import { growth, minPoints, normsOf } from './bm25.ts';
import { Postings } from './postings.ts';
import { rounded, roundingError, type Candidate, type FoundWord, type Scan } from './source.ts';
import type { WordIndex } from './word-index.ts';

/** Working arrays of one search. `scores` and `sums` are by memory number, and all zeros between searches. */
class Scratch {
  readonly size: number;
  isInUse = false;
  readonly scores: Float64Array;
  /** The sum of the counts of the current term's words in each memory. */
  readonly sums: Uint32Array;
  /** The memories that contain the current term, and the term's count in each. */
  readonly matches: Uint32Array;
  readonly matchCounts: Uint32Array;
  /** The memories with a score. */
  readonly scored: Uint32Array;
  /** The postings of the terms so far, word by word, so that `wordsIn` needn't read them again. */
  postings = new Postings();

  constructor(size: number) {
    this.size = size;
    this.scores = new Float64Array(size);
    this.sums = new Uint32Array(size);
    this.matches = new Uint32Array(size);
    this.matchCounts = new Uint32Array(size);
    this.scored = new Uint32Array(size);
  }
}

/**
 * A search that reads more postings in an index doesn't keep them. They take 8 bytes each, and their arrays, which stay
 * for the next search, may be twice as long.
 */
export const maxKeptPostings = 2 ** 20;

/** Kept for the next search: allocating new arrays takes longer than most searches. */
const scratches = new WeakMap<WordIndex, Scratch>();

/** Reused by every call, so its contents are valid only during a call. */
const readAgain = new Postings();

function scratchOf(index: WordIndex): Scratch {
  const known = scratches.get(index);
  if (known !== undefined && !known.isInUse && known.size >= index.docValues.length) return known;
  const scratch = new Scratch(index.docValues.length);
  scratches.set(index, scratch);
  return scratch;
}

/** The memories and counts before a term is selected. */
const none = new Uint32Array();

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
  /** The selected term's memories and counts: the elements `#from` to `#to - 1` of these arrays. */
  #numbers: Uint32Array = none;
  #counts: Uint32Array = none;
  #from = 0;
  #to = 0;
  #scored = 0;
  /** By term: the index of its first word in `#starts`. Undefined if the postings aren't kept. */
  #firstStarts: number[] | undefined = [];
  /** The start of each word's kept postings, in the order of selection. */
  readonly #starts: number[] = [];

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
    const { postings } = this.#scratch;
    if (postings.length > maxKeptPostings) this.#firstStarts = undefined;
    const firstStarts = this.#firstStarts;
    if (firstStarts === undefined) postings.clear();
    else firstStarts[term] = this.#starts.length;
    this.#from = this.#to = postings.length;
    for (let position = 0; position < words.length; position++) {
      if (firstStarts !== undefined) this.#starts.push(postings.length);
      this.#index.read(words[position]!, postings);
    }
    const { numbers, counts, length } = postings;
    const isWhole = words.length === 1 && this.#limits.visible === undefined && numbers[length - 1]! < this.#end;
    if (isWhole) [this.#numbers, this.#counts, this.#to] = [numbers, counts, length];
    else if (words.length > 0) this.#sumUp(numbers, counts, length);
    return this.#to - this.#from;
  }

  /** Selects the visible memories of all words of a term, each memory once. */
  #sumUp(numbers: Uint32Array, counts: Uint32Array, length: number): void {
    const { sums, matches, matchCounts } = this.#scratch;
    const { visible } = this.#limits;
    let matched = 0;
    for (let position = this.#from; position < length; position++) {
      const memory = numbers[position]!;
      if (memory >= this.#end || (visible !== undefined && visible[memory] === 0)) continue;
      if (sums[memory] === 0) matches[matched++] = memory;
      sums[memory]! += counts[position]!;
    }
    for (let position = 0; position < matched; position++) {
      const memory = matches[position]!;
      matchCounts[position] = sums[memory]!;
      sums[memory] = 0;
    }
    [this.#numbers, this.#counts, this.#from, this.#to] = [matches, matchCounts, 0, matched];
  }

  addPoints(points: number): void {
    const { base, slope } = this.#norms;
    const { lengths } = this.#index;
    const { scores, scored } = this.#scratch;
    const numbers = this.#numbers;
    const counts = this.#counts;
    for (let position = this.#from; position < this.#to; position++) {
      const memory = numbers[position]!;
      if (scores[memory] === 0) scored[this.#scored++] = memory;
      const count = counts[position]!;
      // `pointsFor` inlined: this is the hottest loop of a search.
      scores[memory]! += points * (minPoints + (count * growth) / (count + base + slope * lengths[memory]!));
    }
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
    if (hits.length === 0) return found;
    /** By memory number: 1 + the index of the memory's hit, or 0. */
    const { sums: hitAt } = this.#scratch;
    for (let position = 0; position < hits.length; position++) {
      const { number } = hits[position]!;
      if (this.#index.docValues.isLive(number)) hitAt[number] = position + 1;
    }
    for (let term = start; term < end; term++) {
      const words = this.#words[term]!;
      for (let word = 0; word < words.length; word++) {
        const { numbers, from, to } = this.#postingsOf(term, word);
        const holders: Candidate[] = [];
        for (let at = from; at < to; at++) {
          const position = hitAt[numbers[at]!] ?? 0;
          if (position > 0) holders.push(hits[position - 1]!);
        }
        if (holders.length > 0) found.push({ text: this.#index.textOf(words[word]!), hits: holders });
      }
    }
    for (const { number } of hits) hitAt[number] = 0;
    return found;
  }

  /** The postings of a term's word (by its index in the term): the elements `from` to `to - 1` of `numbers`. */
  #postingsOf(term: number, word: number): { numbers: Uint32Array; from: number; to: number } {
    const { postings: kept } = this.#scratch;
    const start = this.#firstStarts?.[term];
    if (start !== undefined)
      return {
        numbers: kept.numbers,
        from: this.#starts[start + word]!,
        to: this.#starts[start + word + 1] ?? kept.length,
      };
    readAgain.clear();
    this.#index.read(this.#words[term]![word]!, readAgain);
    return { numbers: readAgain.numbers, from: 0, to: readAgain.length };
  }

  close(): void {
    const scratch = this.#scratch;
    const { scores, scored, postings } = scratch;
    for (let position = 0; position < this.#scored; position++) scores[scored[position]!] = 0;
    if (postings.numbers.length > 2 * maxKeptPostings) scratch.postings = new Postings();
    else postings.clear();
    scratch.isInUse = false;
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

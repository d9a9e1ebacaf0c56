import type { IndexFilters } from '../../service/ports/keyword-index.ts';
import { IndexScan } from './index-scan.ts';
import { Postings } from './postings.ts';
import type { MatchedWord, Scan, Source } from './source.ts';
import type { WordIndex } from './word-index.ts';

/** Filled and read within one call. */
const postings = new Postings();

/** An index as one asker sees it. */
export class IndexSource implements Source {
  readonly memories: number;
  readonly totalLength: number;
  readonly #index: WordIndex;
  readonly #within: string[] | undefined;
  /** 1 for each memory that may be seen; undefined where all may. */
  readonly #seen: Uint8Array | undefined;
  /** The words of terms that were looked up, to be looked up once. */
  readonly #words = new Map<string, ArrayLike<number>>();

  constructor(index: WordIndex, within: string[] | undefined) {
    this.#index = index;
    this.#within = within;
    this.#seen = index.docValues.mask(noFilters, within);
    if (within === undefined || this.#seen === undefined)
      [this.memories, this.totalLength] = [index.docValues.size, index.totalLength];
    else [this.memories, this.totalLength] = counted(this.#seen, index.lengths);
  }

  holds(term: string): boolean {
    const words = this.#wordsOf(term);
    for (let place = 0; place < words.length; place++) if (this.#isHeld(words[place]!)) return true;
    return false;
  }

  *beginningWith(plain: string): Generator<MatchedWord> {
    for (const { word, length } of this.#index.beginningWith(plain))
      if (this.#isHeld(word)) yield { term: this.#index.termOf(word), length };
  }

  *speltNear(plain: string, farthest: number): Generator<MatchedWord & { distance: number }> {
    let nearest = farthest;
    for (const { word, length, distance } of this.#index.speltNear(plain, farthest)) {
      if (distance > nearest) return;
      if (!this.#isHeld(word)) continue;
      nearest = distance;
      yield { term: this.#index.termOf(word), length, distance };
    }
  }

  unspacedWords(): Iterable<string> {
    return this.#index.unspacedWords();
  }

  scan(filters: IndexFilters, averageLength: number): Scan {
    const masks = { seen: this.#seen, wanted: this.#index.docValues.mask(filters, this.#within) };
    return new IndexScan(this.#index, (term) => this.#wordsOf(term), masks, averageLength);
  }

  #wordsOf(term: string): ArrayLike<number> {
    let words = this.#words.get(term);
    if (words === undefined) this.#words.set(term, (words = this.#index.wordsOf(term)));
    return words;
  }

  /** Whether a memory that may be seen holds the word. */
  #isHeld(word: number): boolean {
    if (this.#seen === undefined) return true;
    postings.clear();
    this.#index.read(word, postings);
    for (let place = 0; place < postings.length; place++) if (this.#seen[postings.numbers[place]!] === 1) return true;
    return false;
  }
}

const noFilters: IndexFilters = {};

function counted(seen: Uint8Array, lengths: Uint32Array): [memories: number, totalLength: number] {
  let [memories, totalLength] = [0, 0];
  for (let number = 0; number < seen.length; number++) {
    memories += seen[number]!;
    totalLength += seen[number]! * lengths[number]!;
  }
  return [memories, totalLength];
}

import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import type { IndexFilters } from '../../service/ports/keyword-index.ts';
import { IndexScan } from './index-scan.ts';
import { Postings } from './postings.ts';
import type { MatchedWord, Scan, Source } from './source.ts';
import type { WordIndex } from './word-index.ts';

/** Reused by every call, so its contents are valid only during a call. */
const postings = new Postings();

/** An index, limited to what the caller may see. */
export class IndexSource implements Source {
  readonly memories: number;
  readonly totalLength: number;
  readonly #index: WordIndex;
  readonly #within: string[] | undefined;
  /** 1 for each visible memory; undefined if all are. */
  readonly #visible: Uint8Array | undefined;
  /** By word: whether a visible memory contains the word. */
  #used: Map<number, boolean> | undefined;
  #words: Map<string, ArrayLike<number>> | undefined;

  constructor(index: WordIndex, within: string[] | undefined) {
    this.#index = index;
    this.#within = within;
    this.#visible = index.docValues.mask(noFilters, within);
    if (within === undefined || this.#visible === undefined)
      [this.memories, this.totalLength] = [index.docValues.size, index.totalLength];
    else [this.memories, this.totalLength] = totalsOf(this.#visible, index.lengths);
  }

  hasTerm(term: string): boolean {
    if (this.#visible === undefined) return this.#index.hasTerm(term);
    const words = this.#wordsOf(term);
    for (let position = 0; position < words.length; position++) if (this.#isUsed(words[position]!)) return true;
    return false;
  }

  *beginningWith(plain: string): Generator<MatchedWord> {
    for (const { word, length } of this.#index.beginningWith(plain)) {
      if (!this.#isUsed(word)) continue;
      const term = this.#index.termOf(word);
      (this.#words ??= new Map()).set(term, this.#index.formsOf(word));
      yield { term, length };
    }
  }

  speltNear(plain: string, farthest: number): (MatchedWord & { distance: number })[] {
    let distance = 0;
    for (const words of this.#index.speltNear(plain, farthest)) {
      distance++;
      const used = words.filter(({ word }) => this.#isUsed(word));
      if (used.length > 0)
        return used.map(({ word, length }) => ({ term: this.#index.termOf(word), length, distance }));
    }
    return [];
  }

  unspacedWords(): Iterable<string> {
    return this.#index.unspacedWords();
  }

  scan(filters: IndexFilters, averageLength: number, terms: string[]): Scan {
    const limits = { visible: this.#visible, isWanted: this.#index.docValues.test(filters, this.#within) };
    return new IndexScan(
      this.#index,
      terms.map((term) => this.#wordsOf(term)),
      limits,
      averageLength,
    );
  }

  /** See KeywordIndex. */
  containing(words: string[], filters: IndexFilters): string[] {
    const { docValues } = this.#index;
    const passing = docValues.mask(filters, this.#within)?.slice() ?? new Uint8Array(docValues.length).fill(1);
    for (const plain of words) {
      postings.clear();
      for (const word of this.#speltAs(plain)) this.#index.read(word, postings);
      const holders = new Uint8Array(passing.length);
      for (let position = 0; position < postings.length; position++) holders[postings.numbers[position]!] = 1;
      for (let number = 0; number < passing.length; number++) passing[number]! &= holders[number]!;
    }
    const ids: string[] = [];
    for (let number = 0; number < passing.length; number++) if (passing[number] === 1) ids.push(docValues.id(number));
    return ids;
  }

  /** The words with this plain form; for a character of a script without spaces, all words that contain it. */
  #speltAs(plain: string): number[] {
    if (!isUnspaced(plain))
      return Array.from(this.#wordsOf(stemOf(plain))).filter((word) => plainOf(this.#index.textOf(word)) === plain);
    return Array.from(this.#index.unspacedWords()).flatMap((word) =>
      word.includes(plain) ? Array.from(this.#wordsOf(word)) : [],
    );
  }

  #wordsOf(term: string): ArrayLike<number> {
    return this.#words?.get(term) ?? this.#index.wordsOf(term);
  }

  #isUsed(word: number): boolean {
    if (this.#visible === undefined) return true;
    const known = this.#used?.get(word);
    if (known !== undefined) return known;
    postings.clear();
    this.#index.read(word, postings);
    let isUsed = false;
    for (let position = 0; position < postings.length && !isUsed; position++)
      isUsed = this.#visible[postings.numbers[position]!] === 1;
    (this.#used ??= new Map()).set(word, isUsed);
    return isUsed;
  }
}

const noFilters: IndexFilters = {};

function totalsOf(visible: Uint8Array, lengths: Uint32Array): [memories: number, totalLength: number] {
  let [memories, totalLength] = [0, 0];
  for (let number = 0; number < visible.length; number++) {
    memories += visible[number]!;
    totalLength += visible[number]! * lengths[number]!;
  }
  return [memories, totalLength];
}

import type { IndexFilters } from '../../../service/ports/keyword-index.ts';
import type { HeldWord, Scan, Source } from '../source.ts';
import type { Segment } from './segment.ts';
import { SegmentScan } from './segment-scan.ts';
import { speltNear } from './spelling.ts';
import { Cursor } from './string-table.ts';
import { plainLength } from './word-key.ts';

/** A segment as one asker sees it. */
export class SegmentSource implements Source {
  readonly memories: number;
  readonly totalLength: number;
  readonly #segment: Segment;
  readonly #within: string[] | undefined;
  /** 1 for each memory that may be seen; undefined where all may. */
  readonly #seen: Uint8Array | undefined;
  /** Numbers of terms that were looked up, to be looked up once. */
  readonly #numbers = new Map<string, number | undefined>();

  constructor(segment: Segment, within: string[] | undefined) {
    this.#segment = segment;
    this.#within = within;
    this.#seen = segment.facts.mask({}, within);
    if (within === undefined || this.#seen === undefined) {
      this.memories = segment.size;
      this.totalLength = segment.totalLength;
    } else [this.memories, this.totalLength] = counted(this.#seen, segment.lengths);
  }

  holds(term: string): boolean {
    return this.wordsOf(term).some((word) => this.#isHeld(word));
  }

  /** The words of a term. */
  wordsOf(term: string): Uint32Array {
    if (!this.#numbers.has(term)) this.#numbers.set(term, this.#segment.terms.find(term));
    const number = this.#numbers.get(term);
    return number === undefined ? none : this.#segment.wordsOf(number);
  }

  *beginningWith(plain: string): Generator<HeldWord> {
    const { spaced } = this.#segment;
    const first = spaced.firstFrom(plain);
    if (first === spaced.size) return;
    const cursor = new Cursor(spaced);
    cursor.moveTo(first);
    do {
      if (!cursor.beginsWith(plain)) return;
      if (this.#isHeld(cursor.place)) yield this.#held(cursor.place, plainLength(cursor.units, cursor.length));
    } while (cursor.next());
  }

  *speltNear(plain: string, farthest: number): Generator<HeldWord & { distance: number }> {
    for (const [word, distance, length] of speltNear(this.#segment.spaced, plain, farthest)) {
      if (this.#isHeld(word)) yield { ...this.#held(word, length), distance };
    }
  }

  *unspacedWords(): Generator<string> {
    const cursor = new Cursor(this.#segment.unspaced);
    while (cursor.next()) yield cursor.text(plainLength(cursor.units, cursor.length));
  }

  scan(filters: IndexFilters, averageLength: number): Scan {
    return new SegmentScan(this.#segment, (term) => this.wordsOf(term), this.#seen, this.#segment.facts.mask(filters, this.#within), averageLength);
  }

  #held(word: number, length: number): HeldWord {
    const number = this.#segment.termOfWord[word]!;
    const term = this.#segment.terms.at(number);
    this.#numbers.set(term, number);
    return { term, length };
  }

  /** Whether a memory that may be seen holds the word. */
  #isHeld(word: number): boolean {
    if (this.#seen === undefined) return true;
    for (const postings = this.#segment.postings(word); postings.next(); ) if (this.#seen[postings.number] === 1) return true;
    return false;
  }
}

const none = new Uint32Array();

function counted(seen: Uint8Array, lengths: Uint32Array): [memories: number, totalLength: number] {
  let [memories, totalLength] = [0, 0];
  for (let number = 0; number < seen.length; number++) {
    memories += seen[number]!;
    totalLength += seen[number]! * lengths[number]!;
  }
  return [memories, totalLength];
}

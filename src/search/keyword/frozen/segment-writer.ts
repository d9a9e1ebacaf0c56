import { toBytes } from '../../facts/bytes.ts';
import type { Facts } from '../../facts/facts.ts';
import { wholeOccurrence } from '../bag.ts';
import { ByteWriter, pack } from './bytes.ts';
import { sections } from './segment.ts';
import { StringTableWriter } from './string-table.ts';

/** A memory that holds a word, and what the word counts there in halves, as one number: they sort by memory. */
export function holder(number: number, count: number): number {
  return number * countRange + Math.min(count, countRange - 1);
}

/** Above what a word can count in a text of any length that a memory may have. */
const countRange = 2 ** 21;

/** Writes the bytes of a Segment. Words are given in the order of their keys, first all of scripts with spaces, then all others. */
export class SegmentWriter {
  readonly #spaced = new StringTableWriter();
  readonly #unspaced = new StringTableWriter();
  readonly #terms: string[] = [];
  readonly #postings = new ByteWriter();
  readonly #postingSizes = new ByteWriter();

  /** `holders`: one or more, as `holder` makes them, rising. */
  add(key: string, term: string, unspaced: boolean, holders: ArrayLike<number>): void {
    (unspaced ? this.#unspaced : this.#spaced).add(key);
    this.#terms.push(term);
    const start = this.#postings.length;
    let last = -1;
    for (let place = 0; place < holders.length; place++) {
      const number = Math.floor(holders[place]! / countRange);
      const count = holders[place]! % countRange;
      const step = (number - last) * 2;
      if (count === wholeOccurrence) this.#postings.number(step);
      else {
        this.#postings.number(step + 1);
        this.#postings.number(count);
      }
      last = number;
    }
    this.#postingSizes.number(this.#postings.length - start);
  }

  /** `facts` and `lengths` of the memories, by number. */
  bytes(facts: Facts, lengths: Uint32Array): Uint8Array {
    const [terms, termOfWord] = this.#numberedTerms();
    const parts: Record<(typeof sections)[number], Uint8Array> = {
      facts: toBytes(facts),
      lengths: numbersOf(lengths),
      terms,
      spaced: this.#spaced.bytes(),
      unspaced: this.#unspaced.bytes(),
      termOfWord,
      postingSizes: this.#postingSizes.written(),
      postings: this.#postings.written(),
    };
    return pack(sections.map((name) => parts[name]));
  }

  #numberedTerms(): [table: Uint8Array, termOfWord: Uint8Array] {
    const table = new StringTableWriter();
    // Terms sort nearly as their words do, so that this is quick.
    const numbers = new Map([...new Set(this.#terms)].sort().map((term) => [term, table.add(term)]));
    const termOfWord = new ByteWriter();
    let last = 0;
    for (const term of this.#terms) {
      const number = numbers.get(term)!;
      const step = number - last;
      termOfWord.number(((step << 1) ^ (step >> 31)) >>> 0);
      last = number;
    }
    return [table.bytes(), termOfWord.written()];
  }
}

function numbersOf(values: Uint32Array): Uint8Array {
  const all = new ByteWriter();
  for (const value of values) all.number(value);
  return all.written();
}

import { toBytes } from '../../doc-values/bytes.ts';
import type { DocValues } from '../../doc-values/doc-values.ts';
import { wholeOccurrence } from '../bag.ts';
import type { Postings } from '../postings.ts';
import { ByteWriter, pack } from './bytes.ts';
import { sections } from './segment.ts';
import { StringTableWriter } from './string-table.ts';

/**
 * Writes the bytes of a Segment. Add words in order of their keys: first all words of scripts with spaces, then all
 * others.
 */
export class SegmentWriter {
  readonly #spaced = new StringTableWriter();
  readonly #unspaced = new StringTableWriter();
  readonly #terms: string[] = [];
  readonly #postings = new ByteWriter();
  readonly #postingSizes = new ByteWriter();

  /** `Segment.read` explains the format of postings. */
  add(key: string, term: string, unspaced: boolean, { numbers, counts, length }: Postings): void {
    (unspaced ? this.#unspaced : this.#spaced).add(key);
    this.#terms.push(term);
    const start = this.#postings.length;
    let last = -1;
    for (let index = 0; index < length; index++) {
      const step = (numbers[index]! - last) * 2;
      const count = counts[index]!;
      if (count === wholeOccurrence) this.#postings.number(step);
      else {
        this.#postings.number(step + 1);
        this.#postings.number(count);
      }
      last = numbers[index]!;
    }
    this.#postingSizes.number(this.#postings.length - start);
  }

  bytes(docValues: DocValues, lengths: Uint32Array): Uint8Array {
    const [terms, termOfWord] = this.#numberedTerms();
    const parts: Record<(typeof sections)[number], Uint8Array> = {
      docValues: toBytes(docValues),
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
    const numbers = new Map([...new Set(this.#terms)].sort().map((term) => [term, table.add(term)]));
    const termOfWord = new ByteWriter();
    let last = 0;
    for (const term of this.#terms) {
      const number = numbers.get(term)!;
      const step = number - last;
      // Zigzag-coded: 0, -1, 1, -2 … become 0, 1, 2, 3 …
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

import { wordsPerKey } from '../facts/key.ts';
import { checksum } from './checksum.ts';
import type { TextHash } from './embedded-text.ts';
import type { Quantised } from './quantised.ts';

/** A window of a memory's text, as the file of codes keeps it: it says by itself what it is of, so no other record is needed. */
export interface Row extends Quantised<Int8Array> {
  /** The memory's id (facts/key.ts). */
  key: Uint32Array;
  textHash: TextHash;
  /** UTF-16 units of the content. */
  start: number;
  end: number;
  /** Which of the memory's `count` windows this is, from 0. */
  place: number;
  count: number;
  /** Of the vector in the file of floats. */
  floatsCheck: number;
}

/** Words before the codes: key (4), text hash (2), start, end, place and count (16 bits each), scale (float32), check of the floats, check of all of this. */
const headWords = wordsPerKey + 8;
const checkWord = headWords - 1;

/** How rows of one file are written; `nonce` keeps those of an earlier file from being taken for its own. */
export class RowFormat {
  readonly bytes: number;
  readonly #dimensions: number;
  readonly #nonce: number;

  constructor(dimensions: number, nonce: number) {
    this.#dimensions = dimensions;
    this.#nonce = nonce;
    this.bytes = 4 * headWords + 4 * Math.ceil(dimensions / 4);
  }

  encoded(row: Row): Uint8Array {
    const words = new Uint32Array(this.bytes / 4);
    words.set(row.key);
    words.set([...row.textHash, row.start, row.end, row.place | (row.count << 16), 0, row.floatsCheck], wordsPerKey);
    new Float32Array(words.buffer)[headWords - 3] = row.scale;
    new Int8Array(words.buffer).set(row.codes, 4 * headWords);
    words[checkWord] = this.#checkOf(words);
    return new Uint8Array(words.buffer);
  }

  /** The row that stands at the byte `at`, a multiple of 4; undefined where there is none that is whole. */
  decoded(bytes: Uint8Array, at: number): Row | undefined {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at, this.bytes / 4);
    if (words[checkWord] !== this.#checkOf(words)) return undefined;
    const [hashOne = 0, hashOther = 0, start = 0, end = 0, places = 0, , floatsCheck = 0] = words.subarray(wordsPerKey);
    return {
      key: words.subarray(0, wordsPerKey),
      textHash: [hashOne, hashOther],
      start,
      end,
      place: places & 0xffff,
      count: places >>> 16,
      scale: new Float32Array(words.buffer, words.byteOffset + 4 * (headWords - 3), 1)[0]!,
      floatsCheck,
      codes: new Int8Array(words.buffer, words.byteOffset + 4 * headWords, this.#dimensions),
    };
  }

  #checkOf(words: Uint32Array): number {
    const before = checksum(words.subarray(0, checkWord), this.#nonce);
    return checksum(words.subarray(headWords), before);
  }
}

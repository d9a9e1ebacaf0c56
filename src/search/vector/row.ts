import { checksum } from '../../lib/checksum.ts';
import { wordsPerKey } from '../doc-values/key.ts';
import type { TextHash } from './embedded-text.ts';
import type { Quantised } from './quantised.ts';

/** The fields of a row before its codes, without the key, the text hash and the row's checksum. */
export interface RowHead {
  /** The window's range in the content, in UTF-16 units. */
  start: number;
  end: number;
  /** The index of this window among the memory's `count` windows. */
  index: number;
  count: number;
  /** The value that a code of 1 stands for. */
  scale: number;
  /** The checksum of the window's vector in the file of floats. */
  floatsCheck: number;
}

/** A row in the file of codes: a window of a memory's text, with its quantised vector. */
export interface Row extends RowHead, Quantised<Int8Array> {
  /** The memory's id (doc-values/key.ts). */
  key: Uint32Array;
  textHash: TextHash;
}

/**
 * The 32-bit words before the codes: key (4 words), text hash (2 words), then one word each: start; end; index and
 * count (16 bits each); scale (float32); checksum of the floats; checksum of the row.
 */
const headWords = wordsPerKey + 8;
const scaleWord = headWords - 3;
const checkWord = headWords - 1;

export const headBytes = 4 * headWords;

/** Encodes and checks the rows of one file. `nonce` distinguishes them from rows of an earlier file. */
export class RowFormat {
  readonly bytes: number;
  readonly #words: number;
  readonly #nonce: number;

  constructor(dimensions: number, nonce: number) {
    this.#nonce = nonce;
    this.#words = headWords + Math.ceil(dimensions / 4);
    this.bytes = 4 * this.#words;
  }

  encoded({ key, textHash, start, end, index, count, scale, floatsCheck, codes }: Row): Uint8Array {
    const words = new Uint32Array(this.#words);
    words.set(key);
    words.set([...textHash, start, end, index | (count << 16), 0, floatsCheck], wordsPerKey);
    new Float32Array(words.buffer)[scaleWord] = scale;
    new Int8Array(words.buffer).set(codes, headBytes);
    words[checkWord] = this.#checkOf(words, 0);
    return new Uint8Array(words.buffer);
  }

  isIntact(words: Uint32Array, at: number): boolean {
    return words[at + checkWord] === this.#checkOf(words, at);
  }

  #checkOf(words: Uint32Array, at: number): number {
    return checksum(words, at + headWords, at + this.#words, checksum(words, at, at + checkWord, this.#nonce));
  }
}

const scaleView = new Float32Array(1);
const scaleBits = new Uint32Array(scaleView.buffer);

/** The head of the row at `at`. */
export function headOf(words: Uint32Array, at: number): RowHead {
  const indexAndCount = words[at + 8]!;
  scaleBits[0] = words[at + scaleWord]!;
  return {
    start: words[at + 6]!,
    end: words[at + 7]!,
    index: indexAndCount & 0xffff,
    count: indexAndCount >>> 16,
    scale: scaleView[0]!,
    floatsCheck: words[at + 10]!,
  };
}

import { hex } from '../../lib/hash.ts';

/**
 * A posting of a word: the memory's number, the count of the word in the memory (in halves), and the memory's length in
 * distinct terms.
 */
export interface Posting {
  number: number;
  count: number;
  length: number;
}

/**
 * Two little-endian 32-bit words per posting. The first is the number. The second has the count in the upper 17 bits
 * and the length in the lower 15 bits, which is enough for a text of 64 KiB.
 */
const wordsPerPosting = 2;
const bytesPerPosting = 4 * wordsPerPosting;
const lengthBits = 15;
const longest = 2 ** lengthBits - 1;

/** Postings in order of number, as hex. */
export function packed(postings: Posting[]): string {
  const bytes = new DataView(new ArrayBuffer(postings.length * bytesPerPosting));
  for (const [index, { number, count, length }] of postings.entries()) {
    bytes.setUint32(index * bytesPerPosting, number, true);
    bytes.setUint32(index * bytesPerPosting + 4, ((count << lengthBits) | Math.min(length, longest)) >>> 0, true);
  }
  return hex(new Uint8Array(bytes.buffer));
}

/** The postings without those of the memories in `numbers`, as hex. */
export function packedWithout(bytes: Uint8Array, numbers: ReadonlySet<number>): string {
  const pairs = unpacked(bytes);
  const left: Posting[] = [];
  for (let at = 0; at < pairs.length; at += wordsPerPosting) {
    const number = pairs[at]!;
    if (!numbers.has(number)) left.push({ number, count: countOf(pairs[at + 1]!), length: lengthOf(pairs[at + 1]!) });
  }
  return packed(left);
}

/** Alternately a memory's number and the 32-bit word that `countOf` and `lengthOf` read. */
export function unpacked(bytes: Uint8Array): Uint32Array {
  // Every platform that runs this is little-endian.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

export const countOf = (word: number): number => word >>> lengthBits;
export const lengthOf = (word: number): number => word & longest;

/** Numbers as concatenated by PostgreSQL's `int4send`. */
export function numbersOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, index) => view.getInt32(4 * index));
}

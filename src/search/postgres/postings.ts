import { hex } from '../../lib/hash.ts';

/** A memory that holds a word, by its number: what the word counts in it, in halves, and its length in distinct terms. */
export interface Posting {
  number: number;
  count: number;
  length: number;
}

/** Two words of 32 bits for each posting, little-endian: the number; the count in the upper 17 bits and the length in the lower 15. A text of 64 KiB reaches neither bound. */
const wordsPerPosting = 2;
const bytesPerPosting = 4 * wordsPerPosting;
const lengthBits = 15;
const longest = 2 ** lengthBits - 1;

/** Of postings in the order of their numbers, in hex. */
export function packed(postings: Posting[]): string {
  const bytes = new DataView(new ArrayBuffer(postings.length * bytesPerPosting));
  for (const [index, { number, count, length }] of postings.entries()) {
    bytes.setUint32(index * bytesPerPosting, number, true);
    bytes.setUint32(index * bytesPerPosting + 4, ((count << lengthBits) | Math.min(length, longest)) >>> 0, true);
  }
  return hex(new Uint8Array(bytes.buffer));
}

/** Without the postings of these numbers. */
export function packedWithout(bytes: Uint8Array, numbers: ReadonlySet<number>): string {
  const pairs = pairsOf(bytes);
  const left: Posting[] = [];
  for (let at = 0; at < pairs.length; at += wordsPerPosting) {
    const number = pairs[at]!;
    if (!numbers.has(number)) left.push({ number, count: countOf(pairs[at + 1]!), length: lengthOf(pairs[at + 1]!) });
  }
  return packed(left);
}

/** By turns a number, and what `countOf` and `lengthOf` tell apart. */
export function pairsOf(bytes: Uint8Array): Uint32Array {
  // A machine's words are little-endian wherever JavaScript runs today.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

export const countOf = (word: number): number => word >>> lengthBits;
export const lengthOf = (word: number): number => word & longest;

/** Numbers as PostgreSQL's `int4send` strings them together. */
export function numbersOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, index) => view.getInt32(4 * index));
}

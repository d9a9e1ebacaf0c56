import { sha256 } from '../lib/hash.ts';
import type { Memory } from './schemas/memory.ts';

/** The fields of a memory that its fingerprint covers. */
export type Fingerprinted = Pick<Memory, 'id' | 'content' | 'tags' | 'collection' | 'url' | 'title' | 'capture'>;

/** The number of 32-bit words in a fingerprint. */
const words = 4;

/** The 128-bit fingerprint of one memory, or the combination of many. */
export type Fingerprint = Uint32Array;

/** The fingerprint of zero memories, with which a combination starts. */
export const emptyFingerprint = (): Fingerprint => new Uint32Array(words);

/** The first 128 bits of the SHA-256 of a JSON list: id, content, tags, collection, url, title, capture. */
export function fingerprintOf({ id, content, tags, collection, url, title, capture }: Fingerprinted): Fingerprint {
  const digest = sha256(JSON.stringify([id, content, tags, collection, url, title, capture]));
  return Uint32Array.from({ length: words }, (_, word) => Number.parseInt(digest.slice(8 * word, 8 * word + 8), 16));
}

/** XORs a fingerprint into a combination. The order in which fingerprints are combined doesn't matter. */
export function combine(into: Fingerprint, added: Fingerprint): void {
  for (let word = 0; word < words; word++) into[word]! ^= added[word]!;
}

/** 32 hexadecimal digits. */
export function fingerprintText(fingerprint: Fingerprint): string {
  return Array.from(fingerprint, (word) => word.toString(16).padStart(8, '0')).join('');
}

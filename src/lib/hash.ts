import { hmac as hmacOf } from '@noble/hashes/hmac.js';
import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

// Not the platform's own: it hands each text to another thread and back, which takes longer than the hash of a short one.

const encoder = new TextEncoder();

/** Bytes in lower-case hex. */
export const hex: (bytes: Uint8Array) => string = bytesToHex;

/** SHA-256 of a text's UTF-8, in lower-case hex. */
export function sha256(text: string): string {
  return hex(digestOf(encoder.encode(text)));
}

/** HMAC-SHA-256 of a text under a secret text, in lower-case hex. */
export function hmac(secret: string, text: string): string {
  return hex(hmacOf(digestOf, encoder.encode(secret), encoder.encode(text)));
}

/** Compares two texts of one length in a time that does not tell where they differ. */
export function constantTimeEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let place = 0; place < one.length; place++) difference |= one.charCodeAt(place) ^ other.charCodeAt(place);
  return difference === 0;
}

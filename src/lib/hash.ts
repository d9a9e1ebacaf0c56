import { hmac as hmacOf } from '@noble/hashes/hmac.js';
import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

// Not crypto.subtle: it hashes in another thread, and the round trip takes longer than hashing a short text.

const encoder = new TextEncoder();

/** Lower-case hex. */
export const hex: (bytes: Uint8Array) => string = bytesToHex;

/** SHA-256 of a text's UTF-8, in lower-case hex. */
export function sha256(text: string): string {
  return hex(digestOf(encoder.encode(text)));
}

/** HMAC-SHA-256 of a text under a secret text, in lower-case hex. */
export function hmac(secret: string, text: string): string {
  return hex(hmacOf(digestOf, encoder.encode(secret), encoder.encode(text)));
}

/** Compares two texts in a time that doesn't reveal where they differ. */
export function constantTimeEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

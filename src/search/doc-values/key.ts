import { hash64 } from '../../lib/hash64.ts';

/** Crockford's base 32 in lower case, as in our ULIDs. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const valueOf = new Map(Array.from(digits, (digit, value) => [digit, value]));
const prefix = 'mem_';
const idWithUlid = /^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A key has 128 bits. */
export const wordsPerKey = 4;

/** The first word of a hashed key. */
const hashed = 0xffff_ffff;

/** Cached, because indexing one memory needs its key several times. */
let last: { id: string; key: Uint32Array } | undefined;

/**
 * The key of an id: its ULID, or a hash of the id if it has no usable ULID. Keys of ULIDs sort like the ids. Don't
 * mutate the key: the last one is cached.
 */
export function idKey(id: string): Uint32Array {
  if (last?.id !== id) last = { id, key: computeKey(id) };
  return last.key;
}

function computeKey(id: string): Uint32Array {
  const key = new Uint32Array(wordsPerKey);
  if (idWithUlid.test(id))
    for (let index = prefix.length; index < id.length; index++) shiftIn(key, valueOf.get(id[index]!)!);
  if (key[0] !== hashed && key.some((word) => word !== 0)) return key;
  const [second, third] = hash64(id);
  return Uint32Array.of(hashed, second, third, hash64(id, 1)[0]);
}

const unitsOfDigits = Array.from(digits, (digit) => digit.charCodeAt(0));

/** Every call reuses the array. */
const unitsOfId = Array.from(prefix.padEnd(prefix.length + 26), (unit) => unit.charCodeAt(0));

/** The id whose key begins at `at`; undefined if the key is a hash. */
export function idOf(words: Uint32Array, at = 0): string | undefined {
  if (words[at] === hashed) return undefined;
  for (let index = prefix.length, below = 120; below >= 0; below -= 10) {
    const tenBits = tenBitsOf(words, at, below);
    unitsOfId[index++] = unitsOfDigits[tenBits >>> 5]!;
    unitsOfId[index++] = unitsOfDigits[tenBits & 31]!;
  }
  return String.fromCharCode(...unitsOfId);
}

function shiftIn(key: Uint32Array, fiveBits: number): void {
  for (let word = 0; word < wordsPerKey; word++)
    key[word] = (key[word]! << 5) | (word + 1 < wordsPerKey ? key[word + 1]! >>> 27 : fiveBits);
}

/** `below`: the number of bits to the right of the ten. */
function tenBitsOf(words: Uint32Array, at: number, below: number): number {
  const word = wordsPerKey - 1 - (below >>> 5);
  const shift = below & 31;
  const above = shift > 22 && word > 0 ? words[at + word - 1]! << (32 - shift) : 0;
  return ((words[at + word]! >>> shift) | above) & 1023;
}

import { hash64 } from '../../lib/hash64.ts';

/** Crockford's base 32 in lower case, as ULIDs are written here. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const valueOf = new Map(Array.from(digits, (digit, value) => [digit, value]));
const prefix = 'mem_';
const idOfUlid = /^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A key has 128 bits. */
export const wordsPerKey = 4;

/** The first word of the key of an id that holds no ULID; a ULID that began with it would be of the year 10889. */
const hashed = 0xffff_ffff;

/** The last id and its key: indexing one memory asks for its key several times. */
let last: { id: string; key: Uint32Array } | undefined;

/** An id as 16 bytes, not to be changed: its ULID, or a hash of any other text. Keys of ULIDs are ordered as their texts. */
export function idKey(id: string): Uint32Array {
  if (last?.id !== id) last = { id, key: computeKey(id) };
  return last.key;
}

function computeKey(id: string): Uint32Array {
  const key = new Uint32Array(wordsPerKey);
  if (idOfUlid.test(id))
    for (let place = prefix.length; place < id.length; place++) shiftIn(key, valueOf.get(id[place]!)!);
  if (key[0] !== hashed && key.some((word) => word !== 0)) return key;
  const [second, third] = hash64(id);
  return Uint32Array.of(hashed, second, third, hash64(id, 1)[0]);
}

/** The id whose key begins at `at`; undefined if the key is a hash. */
export function idOf(words: Uint32Array, at = 0): string | undefined {
  if (words[at] === hashed) return undefined;
  let id = prefix;
  for (let from = 120; from >= 0; from -= 10) id += digitPairs[tenBitsOf(words, at, from)]!;
  return id;
}

/** All texts of two digits. */
const digitPairs = Array.from(digits, (first) => Array.from(digits, (second) => first + second)).flat();

/** Moves all by five bits to the front. */
function shiftIn(key: Uint32Array, five: number): void {
  for (let word = 0; word < wordsPerKey; word++)
    key[word] = (key[word]! << 5) | (word + 1 < wordsPerKey ? key[word + 1]! >>> 27 : five);
}

/** Ten bits of the key that begins at `at`, the first of them `from` bits before its end. */
function tenBitsOf(words: Uint32Array, at: number, from: number): number {
  const word = wordsPerKey - 1 - (from >>> 5);
  const shift = from & 31;
  const above = shift > 22 && word > 0 ? words[at + word - 1]! << (32 - shift) : 0;
  return ((words[at + word]! >>> shift) | above) & 1023;
}

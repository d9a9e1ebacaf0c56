const prime = 0x0100_0193;

/**
 * A fast 32-bit checksum of the words from `start` to before `end`, to detect damage. Computes FNV-1a (Fowler, Noll,
 * Vo) over 32-bit words in four independent sums. Each step also mixes the high bits of a sum into its low bits.
 */
export function checksum(words: Uint32Array, start: number, end: number, seed: number): number {
  let [first, second, third, fourth] = [seed, seed ^ 1, seed ^ 2, seed ^ 3];
  let index = start;
  for (; index + 4 <= end; index += 4) {
    first = folded(first, words[index]!);
    second = folded(second, words[index + 1]!);
    third = folded(third, words[index + 2]!);
    fourth = folded(fourth, words[index + 3]!);
  }
  for (; index < end; index++) first = folded(first, words[index]!);
  return folded(folded(folded(first, second), third), fourth) >>> 0;
}

function folded(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, prime);
  return product ^ (product >>> 15);
}

export function checksumOfFloats(vector: Float32Array): number {
  return checksum(new Uint32Array(vector.buffer, vector.byteOffset, vector.length), 0, vector.length, 0);
}

/** For each byte, eight steps of the division by the polynomial 0xEDB88320 (IEEE 802.3, bits reversed). */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/** CRC-32 as in zlib and PNG: 0..2^32-1. */
export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) remainder = crcTable[(remainder ^ byte) & 0xff]! ^ (remainder >>> 8);
  return (remainder ^ 0xffffffff) >>> 0;
}

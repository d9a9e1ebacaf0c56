/** The greatest code: codes run from −7 to 7. */
const greatestCode = 7;
/** Added to a code to store it: −7 to 7 become 1 to 15. */
const zero = 8;

/** Packs vectors of `width` values (an even number) at 4 bits per value. Keeps their directions, not their lengths. */
export function packed(vectors: Float32Array, width: number): Uint8Array {
  const bytes = new Uint8Array(vectors.length / 2);
  for (let start = 0; start < vectors.length; start += width) {
    let largest = Number.MIN_VALUE;
    for (let at = start; at < start + width; at++) largest = Math.max(largest, Math.abs(vectors[at]!));
    const code = (at: number) => zero + Math.round((vectors[at]! / largest) * greatestCode);
    for (let at = start; at < start + width; at += 2) bytes[at / 2] = code(at) | (code(at + 1) << 4);
  }
  return bytes;
}

/** The vectors that `packed` stored, each scaled to length 1; zeros stay zeros. */
export function unpacked(bytes: Uint8Array, width: number): Float32Array {
  const values = new Float32Array(2 * bytes.length);
  for (let start = 0; start < values.length; start += width) {
    let squares = 0;
    for (let at = start; at < start + width; at += 2) {
      const byte = bytes[at / 2]!;
      const [low, high] = [(byte & 15) - zero, (byte >>> 4) - zero];
      values[at] = low;
      values[at + 1] = high;
      squares += low * low + high * high;
    }
    const factor = 1 / (Math.sqrt(squares) || 1);
    for (let at = start; at < start + width; at++) values[at]! *= factor;
  }
  return values;
}

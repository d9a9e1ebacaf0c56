/** A quick check of 32 bits over the words from `start` to before `end`, to notice damage (mixing as in MurmurHash3, Austin Appleby, public domain). */
export function checksum(words: Uint32Array, start: number, end: number, seed: number): number {
  let sum = seed;
  for (let place = start; place < end; place++) {
    const mixed = Math.imul(words[place]!, 0xcc9e_2d51);
    sum ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b87_3593);
    sum = (Math.imul((sum << 13) | (sum >>> 19), 5) + 0xe654_6b64) | 0;
  }
  sum = Math.imul(sum ^ (sum >>> 16), 0x85eb_ca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}

export function floatsCheckOf(vector: Float32Array): number {
  return checksum(new Uint32Array(vector.buffer, vector.byteOffset, vector.length), 0, vector.length, 0);
}

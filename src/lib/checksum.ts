const prime = 0x0100_0193;

/**
 * A quick check of 32 bits over the words from `start` to before `end`, to notice damage. FNV-1a (Fowler, Noll, Vo) by whole words, in four sums side by side
 * so that none waits for another, each folded so that high bits reach low ones.
 */
export function checksum(words: Uint32Array, start: number, end: number, seed: number): number {
  let [one, two, three, four] = [seed, seed ^ 1, seed ^ 2, seed ^ 3];
  let place = start;
  for (; place + 4 <= end; place += 4) {
    one = folded(one, words[place]!);
    two = folded(two, words[place + 1]!);
    three = folded(three, words[place + 2]!);
    four = folded(four, words[place + 3]!);
  }
  for (; place < end; place++) one = folded(one, words[place]!);
  return folded(folded(folded(one, two), three), four) >>> 0;
}

function folded(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, prime);
  return product ^ (product >>> 15);
}

export function floatsCheckOf(vector: Float32Array): number {
  return checksum(new Uint32Array(vector.buffer, vector.byteOffset, vector.length), 0, vector.length, 0);
}

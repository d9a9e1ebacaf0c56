/** Returns a generator of numbers in [0, 1), the same for the same seed (mulberry32, Tommy Ettinger, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A random key of `weights`. The probability of a key is proportional to its weight. */
export function weighted<Choice extends string>(random: () => number, weights: Record<Choice, number>): Choice {
  const entries = Object.entries(weights) as Array<[Choice, number]>;
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of entries) {
    left -= weight;
    if (left < 0) return choice;
  }
  return entries[0]![0];
}

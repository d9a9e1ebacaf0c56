/** Builds of the kernel, one source: what each needs of the browser and the CPU stands in kernel/variant.ts. */
export type Variant = 'relaxed-fours' | 'relaxed-pairs' | 'plain';

/** Loops of the two ways to multiply bytes (kernel/probe.ts). */
type Probe = Record<'pairs' | 'fours', Loop>;
type Loop = (rounds: number) => number;

/** Clocks of browsers tick in steps of up to a millisecond; a trial takes so many of them, and time enough for the compiler to improve the loop before the last. */
const steps = 5;
const leastMs = 0.5;
const trials = 5;

/** Variants to try, best first. `probe` is the module built from kernel/probe.ts. Takes some milliseconds, more where the clock is coarse. */
export async function variantsHere(probe: BufferSource): Promise<Variant[]> {
  if (!WebAssembly.validate(probe)) return ['plain'];
  const { instance } = await WebAssembly.instantiate(probe);
  return foursWin(instance.exports as unknown as Probe) ? ['relaxed-fours', 'plain'] : ['relaxed-pairs', 'plain'];
}

/** The shortest of several trials each, taken in turns: what else the machine does only ever makes one longer. */
function foursWin({ pairs, fours }: Probe): boolean {
  const rounds = Math.max(enoughRounds(pairs), enoughRounds(fours));
  let pairsMs = Infinity;
  let foursMs = Infinity;
  for (let trial = 0; trial < trials; trial++) {
    pairsMs = Math.min(pairsMs, timed(pairs, rounds));
    foursMs = Math.min(foursMs, timed(fours, rounds));
  }
  return foursMs < pairsMs;
}

function enoughRounds(loop: Loop): number {
  const enoughMs = Math.max(leastMs, steps * stepOfClock());
  let rounds = 16_000;
  while (timed(loop, rounds) < enoughMs) rounds *= 2;
  return rounds;
}

/** In milliseconds. */
function stepOfClock(): number {
  const begin = performance.now();
  let now = begin;
  while (now === begin) now = performance.now();
  return now - begin;
}

function timed(loop: Loop, rounds: number): number {
  const begin = performance.now();
  loop(rounds);
  return performance.now() - begin;
}

/** Builds of the kernel, one source: what each needs of the browser and the CPU stands in kernel/variant.ts. */
export type Variant = 'relaxed-fours' | 'relaxed-pairs' | 'plain';

/** Loops of the two ways to multiply bytes (kernel/probe.ts). */
interface Probe {
  pairs(rounds: number): number;
  fours(rounds: number): number;
}

/** Some tenths of a millisecond, since browsers' clocks tick in tenths. */
const rounds = 60_000;
const trials = 6;

/** Sums of fours must be so much faster to be one instruction; elsewhere they are several, and slower in the whole than in this loop. */
const clearly = 0.75;

/** Variants to try, best first. `probe` is the module built from kernel/probe.ts. Takes a few milliseconds. */
export async function variantsHere(probe: BufferSource): Promise<Variant[]> {
  if (!WebAssembly.validate(probe)) return ['plain'];
  const { instance } = await WebAssembly.instantiate(probe);
  return foursWin(instance.exports as unknown as Probe) ? ['relaxed-fours', 'plain'] : ['relaxed-pairs', 'plain'];
}

/** The shortest of several trials each, taken in turns: what else the machine does only ever makes one longer. */
function foursWin({ pairs, fours }: Probe): boolean {
  let pairsMs = Infinity;
  let foursMs = Infinity;
  for (let trial = 0; trial < trials; trial++) {
    pairsMs = Math.min(pairsMs, timed(pairs));
    foursMs = Math.min(foursMs, timed(fours));
  }
  return foursMs < clearly * pairsMs;
}

function timed(loop: (rounds: number) => number): number {
  const begin = performance.now();
  loop(rounds);
  return performance.now() - begin;
}

import type { ModelFiles } from '../files/model-files.ts';

/**
 * A build of a model's kernel, the WebAssembly module that computes the model. kernel/variant.ts says which
 * instructions each build needs.
 */
export type Variant = 'relaxed-fours' | 'relaxed-pairs' | 'plain';

export const probePath = 'kernels/bert-probe.wasm';

type Probe = Record<'pairs' | 'fours', Loop>;
type Loop = (rounds: number) => number;

/** The minimum length of a trial, in steps of the clock and in milliseconds. */
const steps = 5;
const leastMs = 0.5;
const trials = 5;

/** The variants to try, best first. Reads the probe from these files. */
export const variantsWith = (files: ModelFiles): Promise<Variant[]> => files.read(probePath).then(variantsHere);

/** The variants to try, best first. `probe`: the module built from kernel/probe.ts. Takes some milliseconds. */
export async function variantsHere(probe: BufferSource): Promise<Variant[]> {
  if (!WebAssembly.validate(probe)) return ['plain'];
  const { instance } = await WebAssembly.instantiate(probe);
  return foursWin(instance.exports as unknown as Probe) ? ['relaxed-fours', 'plain'] : ['relaxed-pairs', 'plain'];
}

/** Compares the shortest trial of each loop, since other load only makes a trial longer. */
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

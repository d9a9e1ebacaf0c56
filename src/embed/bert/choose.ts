import type { ModelFiles } from '../files/model-files.ts';

/**
 * One of the builds of a model's kernel, the WebAssembly module that computes the model. All are built from one source.
 * kernel/variant.ts says which instructions each needs.
 */
export type Variant = 'relaxed-fours' | 'relaxed-pairs' | 'plain';

export const probePath = 'kernels/bert-probe.wasm';

/** The exports of kernel/probe.ts: a loop for each of the two ways to multiply bytes. */
type Probe = Record<'pairs' | 'fours', Loop>;
type Loop = (rounds: number) => number;

/**
 * A trial takes at least this many steps of the clock and this many milliseconds: browser clocks tick in steps of up to
 * one millisecond, and the compiler needs time to optimise the loop.
 */
const steps = 5;
const leastMs = 0.5;
const trials = 5;

/** The variants to try, best first. Reads the probe from these files. */
export const variantsWith = (files: ModelFiles): Promise<Variant[]> => files.read(probePath).then(variantsHere);

/**
 * The variants to try, best first. `probe`: the module built from kernel/probe.ts. Takes some milliseconds, more if the
 * clock is coarse.
 */
export async function variantsHere(probe: BufferSource): Promise<Variant[]> {
  if (!WebAssembly.validate(probe)) return ['plain'];
  const { instance } = await WebAssembly.instantiate(probe);
  return foursWin(instance.exports as unknown as Probe) ? ['relaxed-fours', 'plain'] : ['relaxed-pairs', 'plain'];
}

/**
 * Compares the shortest of several trials of each loop, since other load only makes a trial longer. The loops take
 * turns.
 */
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

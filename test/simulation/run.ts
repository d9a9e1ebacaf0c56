import { scheduleOf } from './schedule.ts';
import { runSchedule, type Outcome } from './world.ts';

export interface Failure {
  seed: number;
  violations: string[];
}

/** Runs a seed twice; P13: the same seed gives the same trace. */
export async function runSeed(seed: number): Promise<Outcome> {
  const first = await runSchedule(scheduleOf(seed));
  const second = await runSchedule(scheduleOf(seed));
  if (first.hash === second.hash) return first;
  return { ...first, violations: [...first.violations, `P13: ${first.hash} is ${second.hash} the second time`] };
}

/** The first of some seeds that violates a property. */
export async function firstFailure(seeds: Iterable<number>): Promise<Failure | undefined> {
  for (const seed of seeds) {
    const { violations } = await runSeed(seed);
    if (violations.length > 0) return { seed, violations };
  }
  return undefined;
}

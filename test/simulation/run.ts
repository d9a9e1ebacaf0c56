import { scheduleOf, type Schedule } from './schedule.ts';
import { runSchedule, type Outcome } from './world.ts';

export interface Failure {
  schedule: Schedule;
  violations: string[];
}

/**
 * Runs a schedule twice at the same time, interleaved in one event loop. Property P13 (docs/sync.md): both runs have
 * the same trace.
 */
export async function runTwice(schedule: Schedule): Promise<Outcome> {
  const [first, second] = await Promise.all([runSchedule(schedule), runSchedule(schedule)]);
  if (first.hash === second.hash) return first;
  return {
    ...first,
    violations: [...first.violations, `P13: the trace is ${first.hash}, and ${second.hash} the second time`],
  };
}

export const runSeed = (seed: number): Promise<Outcome> => runTwice(scheduleOf(seed));

/** The first of some schedules that violates a property. Each runs once, so P13 isn't checked. */
export async function firstFailure(schedules: Iterable<Schedule>): Promise<Failure | undefined> {
  for (const schedule of schedules) {
    const { violations } = await runSchedule(schedule);
    if (violations.length > 0) return { schedule, violations };
  }
  return undefined;
}

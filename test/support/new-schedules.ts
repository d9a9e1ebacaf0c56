import { onTestFinished } from 'vitest';
import { daySeed } from '../../scripts/test/day-seed.ts';
import { mixedSeeds } from '../simulation/families.ts';
import { scheduleOf } from '../simulation/schedule.ts';
import { seedsThread } from '../simulation/seeds-thread.ts';
import { shrink, storyOf } from '../simulation/shrink.ts';
import { report, rounds } from './rounds.ts';

const perRound = 50;

/**
 * Runs `count` of the day's new schedules, from number `from` on, of all {@link mixedSeeds} in turn. In `npm test`,
 * runs only as many as start within `seconds`. Prints the number of schedules per minute.
 * @throws with the shortest form of a schedule that violates a property
 */
export async function keepsEveryProperty(
  name: string,
  { from, count, seconds }: { from: number; count: number; seconds: number },
): Promise<void> {
  const first = daySeed * 100_000 + from;
  const begun = performance.now();
  let seed = first;
  const thread = seedsThread();
  onTestFinished(async () => void (await thread.end()));
  for (const _ of rounds(name, { count: count / perRound, seconds })) {
    const seeds = Array.from({ length: perRound }, (_run, run) => seed + run + mixedSeeds[run % mixedSeeds.length]!);
    const [failure] = await thread.failuresOf(seeds);
    if (failure !== undefined)
      throw new Error(`${failure.violation}\n${await storyOf(await shrink(scheduleOf(failure.seed)))}`);
    seed += perRound;
  }
  report(`${name} a minute: ${Math.round((seed - first) / ((performance.now() - begun) / 60_000))}`);
}

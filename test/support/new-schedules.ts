import { daySeed } from '../../scripts/test/day-seed.ts';
import { mixedSeeds } from '../simulation/families.ts';
import { runSeed } from '../simulation/run.ts';
import { scheduleOf } from '../simulation/schedule.ts';
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
  for (const _ of rounds(name, { count: count / perRound, seconds }))
    for (let run = 0; run < perRound; run++, seed++) {
      const chosen = seed + mixedSeeds[run % mixedSeeds.length]!;
      const { violations } = await runSeed(chosen);
      if (violations.length > 0) throw new Error(await storyOf(await shrink(scheduleOf(chosen))));
    }
  report(`${name} a minute: ${Math.round((seed - first) / ((performance.now() - begun) / 60_000))}`);
}

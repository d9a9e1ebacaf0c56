import { daySeed } from '../../scripts/test/day-seed.ts';
import { mixedSeeds } from '../simulation/families.ts';
import { runSeed } from '../simulation/run.ts';
import { scheduleOf } from '../simulation/schedule.ts';
import { shrink, storyOf } from '../simulation/shrink.ts';
import { report, rounds } from './rounds.ts';

const perRound = 50;

/**
 * Runs the day's new schedules number `from` to `from + count`, of all families in turn; in `npm test`, only as many as
 * start within `seconds`. Prints how many it ran a minute.
 * @throws if a schedule violates a property: its shortest form, step by step
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

import { describe, expect, test } from 'vitest';
import { runSeed } from '../../simulation/run.ts';
import { scheduleOf } from '../../simulation/schedule.ts';
import { shrink, storyOf } from '../../simulation/shrink.ts';
import { daySeed, longProofMs, report, rounds } from '../../support/rounds.ts';

/** Seeds that once violated a property, and what was wrong. */
const regressions: [seed: number, was: string][] = [
  [4, 'a create without an answer was forgotten when its memory was deleted'],
  [26, 'a write under a key was taken for lost and sent under another key'],
  [401, 'a write whose answer was lost became a conflict with itself'],
  [531, 'a duplicate that was listed before its primary was shown'],
  [721, 'a server that went back to a backup was never compared again'],
  [946, 'a clock set back kept a create in doubt'],
  [1026, 'a clock set back made a pause last for days'],
  [1140, 'a memory edited by another device before its create was answered came twice'],
  [1735, 'a line that had arrived without an answer was added again'],
];

const perRound = 50;

describe('simulated devices and servers', () => {
  test.each(regressions)('seed %i: %s', async (seed) => {
    expect((await runSeed(seed)).violations).toEqual([]);
  });

  test('a seed has the same trace on every machine', async () => {
    expect((await runSeed(1)).hash).toMatchInlineSnapshot(`"-4209701aa8160e63"`);
    expect((await runSeed(2)).hash).toMatchInlineSnapshot(`"-27494b321863a730"`);
  });

  test(
    'keep every property',
    async () => {
      let seed = daySeed * 100_000;
      const begin = performance.now();
      const first = seed;
      for (const _ of rounds('sync schedules', { count: 100_000 / perRound, seconds: 8 }))
        for (let run = 0; run < perRound; run++, seed++) {
          const { violations } = await runSeed(seed);
          if (violations.length > 0) throw new Error(await storyOf(await shrink(scheduleOf(seed))));
        }
      report(`sync schedules a minute: ${Math.round((seed - first) / ((performance.now() - begin) / 60_000))}`);
    },
    longProofMs,
  );
});

import { describe, expect, test } from 'vitest';
import { hunt } from '../../simulation/defects/hunt.ts';
import { defects } from '../../simulation/defects/list.ts';
import { firstFailure } from '../../simulation/run.ts';
import { storyOf } from '../../simulation/shrink.ts';
import { settings, smallScope, smallScopeSize } from '../../simulation/small-scope.ts';
import { longProofMs, ofTheDay, report, sized } from '../../support/rounds.ts';

/** The maximum number of steps of a schedule, depending on whether rounds may overlap. */
const steps = { sequential: sized(6, 3), overlapping: sized(5, 3) };

describe('two devices with one memory', () => {
  test.each(ofTheDay(settings))(
    'violate no property in any order of a few steps: $server, $timing',
    async (setting) => {
      const most = steps[setting.timing];
      const failure = await firstFailure(smallScope(setting, most));
      expect(failure && (await storyOf(failure.schedule))).toBeUndefined();
      report(
        `sync, every order of up to ${most} steps, ${setting.server}, ${setting.timing}: ${smallScopeSize(most)} schedules`,
      );
    },
    longProofMs,
  );

  test.each(['the last writer wins', 'a deletion wins over an edit'])(
    'control: violate a property with the defect "%s"',
    async (name) => {
      const defect = defects.find((candidate) => candidate.name === name)!;
      expect((await hunt(defect, 'small scope')).violation).toMatch(/^P\d/);
    },
  );
});

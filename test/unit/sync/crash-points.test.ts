import { describe, expect, test } from 'vitest';
import { withEachCrash } from '../../simulation/crash-points.ts';
import { hunt } from '../../simulation/defects/hunt.ts';
import { defects } from '../../simulation/defects/list.ts';
import { firstFailure } from '../../simulation/run.ts';
import { storyOf } from '../../simulation/shrink.ts';
import { longProofMs, ofTheDay, report } from '../../support/rounds.ts';

describe('a device that dies', () => {
  test(
    'at any point violates no property',
    async () => {
      const all = await withEachCrash();
      const points = ofTheDay(all, 19);
      const failure = await firstFailure(points);
      expect(failure && (await storyOf(failure.schedule))).toBeUndefined();
      report(`sync, a crash at each point of small schedules: ${points.length} of ${all.length} points`);
    },
    longProofMs,
  );

  test.each(
    ofTheDay([
      'the position in the store’s feed is recorded before its changes',
      'a write is sent again under another key',
    ]),
  )(
    'control: only a crash shows the defect "%s"',
    async (name) => {
      const defect = defects.find((candidate) => candidate.name === name)!;
      expect((await hunt(defect, 'no crash')).violation).toBe('');
      expect((await hunt(defect, 'crash points')).violation).toMatch(/^P\d/);
    },
    longProofMs,
  );
});

import { describe, expect, test } from 'vitest';
import { hunt } from '../../simulation/defects/hunt.ts';
import { defects } from '../../simulation/defects/list.ts';
import { longProofMs, report } from '../../support/rounds.ts';

const schedules = 10_000;

describe('a seeded defect', () => {
  test.each(defects.map((defect) => [defect.name, defect] as const))(
    'is caught: %s',
    async (name, defect) => {
      const { seed, violation, ran } = await hunt(defect, schedules);
      report(`| ${name} | ${ran} | ${seed} | ${violation.split(':')[0]} |`);
      expect(seed).not.toBeNull();
    },
    longProofMs,
  );
});

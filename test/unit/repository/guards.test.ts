import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plant } from '../../simulation/defects/hunt.ts';
import { defects } from '../../simulation/defects/list.ts';
import { allGuards } from '../../support/all-guards.ts';

// `npm run test:all` removes each guard and expects its test to fail.
test.each(allGuards.map((guard) => [guard.threat, guard] as const))(
  'the guard against %s and its test file exist',
  (_, { file, guard, testFile }) => {
    expect(readFileSync(file, 'utf8').split(guard)).toHaveLength(2);
    expect(existsSync(testFile)).toBe(true);
  },
);

// `npm run test:all` plants each defect. This test fails early if src/sync lost the code that a defect replaces.
test.each(defects.map((defect) => [defect.name, defect] as const))('the defect can be planted: %s', (_, defect) => {
  expect(plant(defect)).not.toBeNull();
});

test('control: a defect whose code is missing can’t be planted', () => {
  expect(() => plant({ ...defects[0]!, find: 'no such code' })).toThrow('is no longer in');
});

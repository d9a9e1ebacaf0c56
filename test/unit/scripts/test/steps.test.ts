import { expect, test } from 'vitest';
import { completeness, tests } from '../../../../scripts/test/steps.ts';

test('runs nothing without lanes', async () => {
  expect(await tests({ name: 'none', lanes: [], env: {}, files: [] })).toEqual([]);
});

test('a test file in no report has not run', () => {
  expect(completeness(['/nowhere/a.test.ts'], ['none'])).toMatchObject({
    counts: { failed: 1 },
    remarks: ['not run: /nowhere/a.test.ts'],
  });
});

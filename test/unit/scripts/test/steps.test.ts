import { expect, test } from 'vitest';
import { completeness, tests } from '../../../../scripts/test/steps.ts';

test('a run of no lane runs nothing', async () => {
  expect(await tests({ name: 'none', lanes: [], env: {}, files: [] })).toEqual([]);
});

test('a test file that stands in no report has not run', () => {
  expect(completeness(['/nowhere/a.test.ts'], ['none'])).toMatchObject({
    counts: { failed: 1 },
    remarks: ['not run: /nowhere/a.test.ts'],
  });
});

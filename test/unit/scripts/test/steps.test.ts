import { expect, test } from 'vitest';
import { completeness, tests } from '../../../../scripts/test/steps.ts';

test('starts no vitest without lanes', async () => {
  expect(await tests({ name: 'none', lanes: [], env: {}, files: [] })).toEqual([]);
});

test('the completeness check reports a test file that is in no report', () => {
  expect(completeness(['/nowhere/a.test.ts'], ['none'])).toMatchObject({
    counts: { failed: 1 },
    remarks: ['not run: /nowhere/a.test.ts'],
  });
});

import { expect, test } from 'vitest';
import { checkEveryFileRan, runLanes } from '../../../../scripts/test/steps.ts';

test('doesn’t start vitest if there is no lane to run', async () => {
  expect(await runLanes({ name: 'none', lanes: [], env: {}, files: [] })).toEqual([]);
});

test('the completeness check reports a test file that is in no report', () => {
  expect(checkEveryFileRan(['/nowhere/a.test.ts'], ['none'])).toMatchObject({
    counts: { failed: 1 },
    remarks: ['not run: /nowhere/a.test.ts'],
  });
});

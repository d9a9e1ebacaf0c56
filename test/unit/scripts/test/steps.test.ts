import { expect, test } from 'vitest';
import { browserTests } from '../../../../scripts/test/steps.ts';

test('without its browser a project is skipped, with the reason', async () => {
  expect(await browserTests('e2e:firefox', { missing: 'no Firefox can be had' }, true)).toEqual({
    name: 'e2e:firefox',
    counts: { passed: 0, failed: 0, skipped: 1 },
    remarks: ['skipped: no Firefox can be had'],
  });
});

test('without a build a project has failed', async () => {
  expect(await browserTests('e2e:firefox', { env: {} }, false)).toMatchObject({ counts: { failed: 1 }, remarks: ['not run, since the build failed'] });
});

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkEveryFileRan, checkNamedTests, runLanes } from '../../../../scripts/test/steps.ts';

test('doesn’t start vitest if there is no lane to run', async () => {
  expect(await runLanes({ name: 'none', lanes: [], env: {}, files: [] })).toEqual([]);
});

test('the completeness check reports a test file that is in no report', () => {
  expect(checkEveryFileRan(['/nowhere/a.test.ts'], ['none'])).toMatchObject({
    counts: { failed: 1 },
    remarks: ['not run: /nowhere/a.test.ts'],
  });
});

test('checkNamedTests reports an unknown test name if a report contains the test’s file', () => {
  const run = 'named-tests-of-this-test';
  const report = join('out', 'test', `${run}.json`);
  onTestFinished(() => rmSync(report, { force: true }));
  mkdirSync('out/test', { recursive: true });
  const assertionResults = [{ status: 'passed', fullName: 'a guard is in its place (batches: true)' }];
  writeFileSync(report, JSON.stringify({ testResults: [{ name: resolve('test/a.test.ts'), assertionResults }] }));
  const row = (file: string, name: string) => `| a threat | \`src/a.ts\` | \`${file}\` (unit day 3): “${name}” |`;
  const check = (...names: string[]) =>
    checkNamedTests(names.map((name) => row('test/a.test.ts', name)).join('\n'), [run]);
  expect(check('is in its place')).toMatchObject({ counts: { passed: 1, failed: 0 } });
  expect(check('is in its place', 'is elsewhere')).toMatchObject({
    counts: { failed: 1 },
    remarks: ['test/a.test.ts has no test “is elsewhere”'],
  });
  expect(checkNamedTests(row('test/resting.test.ts', 'is elsewhere'), [run])).toMatchObject({ counts: { failed: 0 } });
});

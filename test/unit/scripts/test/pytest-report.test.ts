import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needPython } from '../../../../scripts/test/needs.ts';
import { pytestOutcome } from '../../../../scripts/test/pytest-report.ts';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/index.ts';

const folder = temporaryFolder('pytest');
afterAll(() => removeFolder(folder));
const python = needPython();

/** Runs the real pytest on one file. */
function run(body: string, env: Record<string, string>): ReturnType<typeof pytestOutcome> {
  const file = join(folder, 'test_a.py');
  writeFileSync(file, body);
  const report = join(folder, 'report.xml');
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', `--junitxml=${report}`, file];
  const { status } = spawnSync(env['COMMONPLACE_PYTHON']!, args, {
    env: { ...process.env, PYTHONPATH: env['COMMONPLACE_PYTHON_PACKAGES'] },
  });
  return pytestOutcome('real', status ?? 1, existsSync(report) ? readFileSync(report, 'utf8') : undefined);
}

test.skipIf('missing' in python)('counts the tests of a pytest run and names failed ones', () => {
  const body = `import pytest
def test_a(): pass
def test_b(): assert False
@pytest.mark.skip
def test_c(): pass
@pytest.fixture
def broken(): raise ValueError
def test_d(broken): pass
`;
  expect(run(body, (python as { env: Record<string, string> }).env)).toMatchObject({
    counts: { passed: 1, failed: 2, skipped: 1 },
    // The module's name begins with its folder, unless that folder is pytest's root.
    remarks: [
      expect.stringMatching(/^failed: (?:\S+\.)?test_a: “test_b”: assert False$/),
      expect.stringMatching(/^failed: (?:\S+\.)?test_a: “test_d”: failed on setup with "ValueError"$/),
    ],
  });
});

test.each([
  ['left no report', 1, undefined],
  [
    'ran no tests',
    5,
    '<testsuites><testsuite name="pytest" errors="0" failures="0" skipped="0" tests="0" /></testsuites>',
  ],
  [
    'ended with a failure that isn’t in its report',
    3,
    '<testsuites><testsuite name="pytest" errors="0" failures="0" skipped="0" tests="2" /></testsuites>',
  ],
])('fails a run that %s', (_, exitCode, report) => {
  expect(pytestOutcome('a', exitCode, report).counts.failed).toBe(1);
});

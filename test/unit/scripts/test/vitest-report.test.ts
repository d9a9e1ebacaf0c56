import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportedTests, vitestOutcome } from '../../../../scripts/test/vitest-report.ts';

const file = (statuses: string[], more: object = {}) => ({
  name: resolve('test/a.test.ts'),
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: statuses.map((status) => ({
    status,
    fullName: 'a test',
    failureMessages: status === 'failed' ? ['Error: 1 is not 2\n    at a.test.ts'] : [],
  })),
  ...more,
});
const report = (...files: object[]) => JSON.stringify({ testResults: files });

describe('counting a vitest run', () => {
  test('counts each test in the report and names failed ones', () => {
    expect(
      vitestOutcome('unit', 1, report(file(['passed', 'passed', 'failed']), file(['skipped', 'todo', 'passed']))),
    ).toEqual({
      name: 'unit',
      counts: { passed: 3, failed: 1, skipped: 2 },
      remarks: ['failed: test/a.test.ts: “a test”: Error: 1 is not 2'],
    });
  });

  test.each([
    ['left no report', undefined],
    ['left half a report', '{"testResults": [{"na'],
    ['left another kind of report', '{}'],
  ])('counts a run that %s as failed', (_, text) => {
    expect(vitestOutcome('unit', 0, text)).toEqual({
      name: 'unit',
      counts: { passed: 0, failed: 1, skipped: 0 },
      remarks: ['wrote no report'],
    });
  });

  test('counts a run without tests as failed', () => {
    expect(vitestOutcome('unit', 0, report())).toMatchObject({ counts: { failed: 1 }, remarks: ['ran no tests'] });
  });

  test('counts a crash as a failure, even if all tests passed', () => {
    expect(vitestOutcome('unit', 139, report(file(['passed'])))).toMatchObject({
      counts: { passed: 1, failed: 1 },
      remarks: ['ended with 139, though its report shows no failure'],
    });
  });

  test('counts a file that can’t be loaded as one failure', () => {
    expect(vitestOutcome('unit', 1, report(file([], { status: 'failed', message: 'no such module' })))).toMatchObject({
      counts: { failed: 1 },
      remarks: ['test/a.test.ts: no such module'],
    });
  });

  test('counts an unfinished test as failed', () => {
    expect(vitestOutcome('unit', 1, report(file(['passed', 'pending'])))).toMatchObject({
      counts: { passed: 1, failed: 1 },
      remarks: ['failed: test/a.test.ts: “a test”: pending'],
    });
  });
});

test('lists the files of a report with their tests', () => {
  const assertionResults = [{ status: 'passed', fullName: 'a group a test' }];
  expect(reportedTests(report(file([], { assertionResults })))).toEqual([
    [resolve('test/a.test.ts'), ['a group a test']],
  ]);
  expect(reportedTests(undefined)).toEqual([]);
});

import { relative } from 'node:path';
import { failedTest, type Outcome } from './outcome.ts';

interface Report {
  testResults: {
    name: string;
    status: 'passed' | 'failed';
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/**
 * Counts the tests of a vitest run. A run that wrote no report, crashed or ran nothing counts as failed.
 * @param report text of the JSON report; undefined if there is none
 */
export function vitestOutcome(name: string, exitCode: number, report: string | undefined): Outcome {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const remarks: string[] = [];
  const fail = (remark: string) => {
    counts.failed++;
    remarks.push(remark);
  };
  const files = parse(report);
  if (files === undefined) fail('wrote no report');
  for (const file of files ?? []) {
    const failedBefore = counts.failed;
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'skipped' || status === 'todo') counts.skipped++;
      else fail(failedTest(relative('', file.name), fullName, failureMessages[0] ?? status));
    }
    if (file.status === 'failed' && counts.failed === failedBefore)
      fail(`${relative('', file.name)}: ${file.message || 'failed outside its tests'}`);
  }
  if (files && counts.passed + counts.failed + counts.skipped === 0) fail('ran no tests');
  if (exitCode !== 0 && counts.failed === 0) fail(`ended with ${exitCode}, though its report shows no failure`);
  return { name, counts, remarks };
}

/** The files in a report, each with the full names of its tests. */
export const reportedTests = (report: string | undefined): [file: string, names: string[]][] =>
  (parse(report) ?? []).map(({ name, assertionResults }) => [name, assertionResults.map(({ fullName }) => fullName)]);

function parse(report: string | undefined): Report['testResults'] | undefined {
  try {
    return report === undefined ? undefined : (JSON.parse(report) as Report).testResults;
  } catch {
    return undefined;
  }
}

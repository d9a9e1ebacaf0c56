import { DomUtils, parseDocument } from 'htmlparser2';
import { failedTest, type Outcome } from './outcome.ts';

/** The failed tests of a JUnit report, each with its module. Errors before or after a test count too. */
function failedTests(report: string): string[] {
  const cases = DomUtils.getElementsByTagName('testcase', parseDocument(report, { xmlMode: true }));
  return cases.flatMap(({ attribs, children }) =>
    children.flatMap((child) =>
      'attribs' in child && (child.name === 'failure' || child.name === 'error')
        ? [failedTest(attribs['classname'] ?? '', attribs['name'] ?? '', child.attribs['message'] ?? '')]
        : [],
    ),
  );
}

/**
 * Counts the tests of a pytest run. A run that wrote no report, crashed or ran nothing counts as failed.
 * @param report text of the JUnit report; undefined if there is none
 */
export function pytestOutcome(name: string, exitCode: number, report: string | undefined): Outcome {
  const suite = /<testsuite [^>]*>/.exec(report ?? '')?.[0] ?? '';
  const count = (attribute: string) => Number(new RegExp(` ${attribute}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const [failed, skipped] = [count('failures') + count('errors'), count('skipped')];
  const counts = { passed: Math.max(0, count('tests') - failed - skipped), failed, skipped };
  const remarks = failedTests(report ?? '');
  const fail = (remark: string) => {
    counts.failed++;
    remarks.push(remark);
  };
  if (suite === '') fail('wrote no report');
  else if (count('tests') === 0) fail('ran no tests');
  if (exitCode !== 0 && counts.failed === 0) fail(`ended with ${exitCode}, though its report shows no failure`);
  return { name, counts, remarks };
}

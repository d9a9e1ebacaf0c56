import { readFileSync } from 'node:fs';

export interface TestRun {
  /** Why files didn't load, or why their set-up failed. */
  unloaded: string[];
  /** The failed tests. `errors` begin with the class of the error, such as `AssertionError: `. */
  failed: { name: string; errors: string[] }[];
}

interface Report {
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The arguments with which vitest writes its report to a file, for {@link readTestRun}. */
export const reportTo = (file: string): string[] => ['--reporter=json', `--outputFile=${file}`];

/** Throws if there is no report, because the run was ended or found no tests. */
export function readTestRun(file: string): TestRun {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return {
    unloaded: testResults.map(({ message }) => message).filter((message) => message !== ''),
    failed: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: fullName, errors: failureMessages })),
  };
}

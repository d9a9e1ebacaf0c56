import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../scripts/browsers/index.ts';
import { unitLanes } from '../../../scripts/test/lanes.ts';
import { runTool } from '../../../scripts/tool.ts';
import { allGuards } from '../../support/all-guards.ts';
import { mutationVariable } from '../../support/mutation.ts';
import type { Guard } from '../../support/page-guards.ts';
import { longProofMs } from '../../support/rounds.ts';
import { readTestRun, reportTo, type TestRun } from '../../support/test-run.ts';

const folder = temporaryFolder('guards');

async function runWithout({ testFile, test: name, ...mutation }: Omit<Guard, 'threat'>): Promise<TestRun> {
  const report = join(folder, 'report.json');
  await runTool(
    'vitest',
    [
      'run',
      ...(testFile.startsWith('test/server/') ? ['server'] : unitLanes).flatMap((lane) => ['--project', lane]),
      testFile,
      '--testNamePattern',
      name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      ...reportTo(report),
    ],
    { [mutationVariable]: JSON.stringify(mutation), COMMONPLACE_TESTS: '', COMMONPLACE_TEST_REPORT: undefined },
    () => {},
  );
  return readTestRun(report);
}

/** Matches the stack of an assertion that failed in vitest or in a conformance case. */
const ofAssertion = /^AssertionError|\/conformance\/expect\.ts/;

/** The failed assertions of the tests whose names contain this text. */
const failedAssertions = ({ failed }: TestRun, name: string) =>
  failed
    .filter((one) => one.name.includes(name))
    .flatMap(({ errors }) => errors.filter((error) => ofAssertion.test(error)));

test.each(allGuards.map((guard) => [guard.threat, guard] as const))(
  'a test fails without the guard against %s',
  { timeout: longProofMs },
  async (_, { threat: __, ...guard }) => {
    const run = await runWithout(guard);
    expect(run.unloaded).toEqual([]);
    expect(failedAssertions(run, guard.test), JSON.stringify(run.failed)).not.toEqual([]);
  },
);

test.each([
  ['leaves the guard as it is', (guard: string) => guard, {}],
  ['breaks the module', (guard: string) => `${guard} )`, { unloaded: [expect.any(String)] }],
])('a change that %s doesn’t count as the removal of a guard', { timeout: longProofMs }, async (_, change, run) => {
  const { threat: __, ...guard } = allGuards[0]!;
  const outcome = await runWithout({ ...guard, without: change(guard.guard) });
  expect(outcome).toEqual({ unloaded: [], failed: [], ...run });
});

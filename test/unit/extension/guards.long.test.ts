import { expect, test } from 'vitest';
import { unitLanes } from '../../../scripts/test/lanes.ts';
import { runTool } from '../../../scripts/tool.ts';
import { mutationVariable } from '../../support/mutation.ts';
import { guards } from '../../support/page-guards.ts';
import { longProofMs } from '../../support/rounds.ts';
import { syncGuards } from '../../support/sync-guards.ts';

test.each([...guards, ...syncGuards].map((guard) => [guard.threat, guard] as const))(
  'a test fails without the guard against %s',
  { timeout: longProofMs },
  async (_, { testFile, test: name, ...mutation }) => {
    const lines: string[] = [];
    const code = await runTool(
      'vitest',
      [
        'run',
        ...(testFile.startsWith('test/server/') ? ['server'] : unitLanes).flatMap((lane) => ['--project', lane]),
        testFile,
        '--testNamePattern',
        name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
        '--reporter=tap',
      ],
      { [mutationVariable]: JSON.stringify(mutation), COMMONPLACE_TESTS: '', COMMONPLACE_TEST_REPORT: undefined },
      (line) => lines.push(line),
    );
    expect(code).not.toBe(0);
    expect(lines.filter((line) => /^\s*not ok .*AssertionError|^\s*not ok /.test(line)).length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain('has no guard');
  },
);

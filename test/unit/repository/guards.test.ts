import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guards } from '../../support/page-guards.ts';
import { syncGuards } from '../../support/sync-guards.ts';

// `npm run test:all` removes each guard and expects its test to fail.
test.each([...guards, ...syncGuards].map((guard) => [guard.threat, guard] as const))(
  'the guard against %s and its test file exist',
  (_, { file, guard, testFile }) => {
    expect(readFileSync(file, 'utf8').split(guard)).toHaveLength(2);
    expect(existsSync(testFile)).toBe(true);
  },
);

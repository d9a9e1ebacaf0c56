import { describe, expect, test } from 'vitest';
import { checked, failed, passed, skipped, type Outcome } from '../../../../scripts/test/outcome.ts';
import { verdict } from '../../../../scripts/test/verdict.ts';

const ran = (passedTests: number, failedTests = 0, skippedTests = 0): Outcome => ({
  name: 'ran',
  counts: { passed: passedTests, failed: failedTests, skipped: skippedTests },
  remarks: [],
});

describe('the verdict of npm test', () => {
  test('sums up the steps', () => {
    expect(verdict([checked('types', 0), checked('lint', 0), ran(40), ran(7)], { ci: false })).toEqual({
      lines: [],
      lastLine: '49 passed, 0 failed',
      exitCode: 0,
    });
  });

  test('fails if a test or a step failed', () => {
    expect(verdict([ran(40, 2), checked('lint', 1)], { ci: false })).toEqual({
      lines: ['lint: ended with 1'],
      lastLine: '40 passed, 3 failed',
      exitCode: 1,
    });
  });

  test('passes with skipped tests outside CI, and reports them', () => {
    const outcome = verdict([ran(40, 0, 1), skipped('e2e:firefox', 'Firefox is not available')], { ci: false });
    expect(outcome).toEqual({
      lines: ['e2e:firefox: skipped: Firefox is not available'],
      lastLine: '40 passed, 0 failed, 2 skipped',
      exitCode: 0,
    });
  });

  test('counts skipped tests as failed in CI', () => {
    const { lastLine, exitCode, lines } = verdict([ran(40, 0, 2), skipped('e2e:firefox', 'Firefox is not available')], {
      ci: true,
    });
    expect({ lastLine, exitCode }).toEqual({ lastLine: '40 passed, 3 failed', exitCode: 1 });
    expect(lines).toContain('ran: 2 skipped, which counts as failed under CI');
  });

  test('fails if nothing ran', () => {
    expect(verdict([], { ci: false })).toMatchObject({ lastLine: '0 passed, 1 failed', exitCode: 1 });
    expect(verdict([skipped('e2e:chromium', 'none')], { ci: false })).toMatchObject({ exitCode: 1 });
  });

  test('fails if a step could not run', () => {
    expect(
      verdict([passed('types'), failed('e2e:chromium', 'not run, since the build failed')], { ci: false }),
    ).toEqual({
      lines: ['e2e:chromium: not run, since the build failed'],
      lastLine: '1 passed, 1 failed',
      exitCode: 1,
    });
  });
});

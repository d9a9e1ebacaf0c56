import type { Outcome } from './outcome.ts';

export interface Verdict {
  /** The remarks, one a line, and other reasons for a failure. */
  lines: string[];
  /** `N passed, N failed`, and `, N skipped` if any were. */
  lastLine: string;
  exitCode: 0 | 1;
}

/** Sums up the steps. In CI, skipped counts as failed. */
export function verdict(outcomes: Outcome[], { ci }: { ci: boolean }): Verdict {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  for (const { name, counts, remarks } of outcomes) {
    sum.passed += counts.passed;
    sum.failed += counts.failed + (ci ? counts.skipped : 0);
    sum.skipped += ci ? 0 : counts.skipped;
    lines.push(...remarks.map((remark) => `${name}: ${remark}`));
    if (ci && counts.skipped > 0) lines.push(`${name}: ${counts.skipped} skipped, which counts as failed under CI`);
  }
  if (sum.passed + sum.failed === 0) {
    sum.failed = 1;
    lines.push('nothing ran at all');
  }
  const lastLine = `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`;
  return { lines, lastLine, exitCode: sum.failed === 0 ? 0 : 1 };
}

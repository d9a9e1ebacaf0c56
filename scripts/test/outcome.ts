export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What one step of `npm test` came to. */
export interface Outcome {
  name: string;
  counts: Counts;
  /** What is wrong, or was left out, beyond the failing tests that a runner has shown itself. */
  remarks: string[];
}

export const passed = (name: string): Outcome => ({ name, counts: { passed: 1, failed: 0, skipped: 0 }, remarks: [] });

export const failed = (name: string, remark: string): Outcome => ({
  name,
  counts: { passed: 0, failed: 1, skipped: 0 },
  remarks: [remark],
});

export const skipped = (name: string, reason: string): Outcome => ({
  name,
  counts: { passed: 0, failed: 0, skipped: 1 },
  remarks: [`skipped: ${reason}`],
});

/** A step that has no tests of its own, such as types or lint, is one check. */
export const checked = (name: string, exitCode: number): Outcome =>
  exitCode === 0 ? passed(name) : failed(name, `ended with ${exitCode}`);

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The result of one step of `npm test`. */
export interface Outcome {
  name: string;
  counts: Counts;
  /** Problems and omissions, except failed tests, which the runner has already printed. */
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

/** A step without tests, such as types or lint, counts as one check. */
export const checked = (name: string, exitCode: number): Outcome =>
  exitCode === 0 ? passed(name) : failed(name, `ended with ${exitCode}`);

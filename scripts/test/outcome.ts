export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Outcome {
  name: string;
  counts: Counts;
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

export const failedTest = (file: string, name: string, error: string): string =>
  `failed: ${file}: “${name}”: ${error.trim().split('\n')[0]}`;

/** A step without tests, such as types or lint, counts as one check. */
export const checked = (name: string, exitCode: number): Outcome =>
  exitCode === 0 ? passed(name) : failed(name, `ended with ${exitCode}`);

/** Tests that run together: one project of vitest. */
export interface Lane {
  name: 'unit' | 'server' | 'e2e:chromium' | 'e2e:firefox';
  include: string[];
  exclude: string[];
  /** Seconds that its files may take together, each measured by itself, in `npm test` on two quiet cores. More is reported and fails nothing. */
  budget: number;
}

/** Seconds that all of `npm test` may take on two quiet cores. */
export const gateBudget = 600;

/** `a.test.ts` runs in both browsers, `a.chromium.test.ts` and `a.firefox.test.ts` in one. */
const inBrowser = (kind: 'chromium' | 'firefox', other: string, budget: number): Lane => ({
  name: `e2e:${kind}`,
  include: ['test/e2e/**/*.test.ts'],
  exclude: [`test/e2e/**/*.${other}.test.ts`],
  budget,
});

export const lanes: Lane[] = [
  { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], exclude: [], budget: 300 },
  { name: 'server', include: ['test/server/**/*.test.ts'], exclude: [], budget: 400 },
  inBrowser('chromium', 'firefox', 400),
  inBrowser('firefox', 'chromium', 300),
];

/** `a.long.test.ts` runs in `npm run test:all` alone. Every other file runs in `npm test` too, where long proofs in it end by their time. */
export const longOnly = 'test/**/*.long{,.chromium,.firefox}.test.ts';

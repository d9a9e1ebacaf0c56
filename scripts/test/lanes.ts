import { globSync } from 'node:fs';
import { filesWithTurns, restingIn } from './turns.ts';

/** Tests that run together, as one vitest project. */
export interface Lane {
  name: 'unit' | 'extension' | 'server' | 'e2e:chromium' | 'e2e:firefox';
  include: string[];
  exclude: string[];
  allOnly: string[];
  /** The files that today's `npm test` leaves out in this lane (./turns.ts). May include files of other lanes. */
  resting: string[];
  /**
   * Seconds that the lane's files may take in `npm test` on two quiet cores. A lane over its budget only causes a
   * warning.
   */
  budget: number;
}

/** The lanes under test/unit, which need neither a browser nor a server. */
export const unitLanes = ['unit', 'extension'] as const satisfies Lane['name'][];

/** Seconds that all of `npm test` may take on two quiet cores. */
export const gateBudget = 600;

/** Seconds that the tests of the Python package may take, including types and lint. */
export const pythonBudget = 40;

/** Tests that run only in `npm run test:all`. */
export const longTests = 'test/**/*.long{,.chromium,.firefox}.test.ts';

export const longProofs = [
  'test/unit/sync/simulation.test.ts',
  'test/unit/sync/more-schedules.long.test.ts',
  'test/unit/extension/guards.long.test.ts',
  'test/unit/sync/defects.long.test.ts',
  'test/unit/sync/small-scope.test.ts',
];

/** Tests of screens that use no API of extensions. `npm test` runs them in Chromium only, because Firefox is slower. */
const screens = 'test/e2e/**/*.screen.test.ts';

/** `a.test.ts` runs in both browsers, `a.chromium.test.ts` and `a.firefox.test.ts` in one. */
const inBrowser = (kind: 'chromium' | 'firefox', other: 'chromium' | 'firefox', budget: number): Lane => ({
  name: `e2e:${kind}`,
  include: ['test/e2e/**/*.test.ts'],
  exclude: [`test/e2e/**/*.${other}.test.ts`],
  allOnly: [longTests, ...(kind === 'firefox' ? [screens] : [])],
  resting: restingIn(`e2e:${kind}`),
  budget,
});

/**
 * These tests replace the extension API. Our code looks up that API once per worker, so each file needs its own worker.
 */
const extension = 'test/unit/extension/**/*.test.ts';

export const lanes: Lane[] = [
  {
    name: 'unit',
    include: ['test/unit/**/*.test.{ts,tsx}'],
    exclude: [extension],
    allOnly: [longTests],
    resting: restingIn('unit'),
    budget: 200,
  },
  {
    name: 'extension',
    include: [extension],
    exclude: [],
    allOnly: [longTests],
    resting: restingIn('extension'),
    budget: 60,
  },
  {
    name: 'server',
    include: ['test/server/**/*.test.ts'],
    exclude: [],
    allOnly: [longTests],
    resting: restingIn('server'),
    budget: 400,
  },
  inBrowser('chromium', 'firefox', 400),
  inBrowser('firefox', 'chromium', 300),
];

/** The files that run in no lane today (./turns.ts). */
export function restingToday(): string[] {
  const running = new Set(
    lanes
      .flatMap(({ include, exclude, allOnly, resting }) =>
        globSync(include, { exclude: [...exclude, ...allOnly, ...resting] }),
      )
      .map((file) => file.replaceAll('\\', '/')),
  );
  return [...filesWithTurns().keys()].filter((file) => !running.has(file));
}

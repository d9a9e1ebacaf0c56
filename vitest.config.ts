import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { lanes, longProofs, type Lane } from './scripts/test/lanes.ts';
import { patience, runsAll } from './scripts/test/patience.ts';
import { LongestFirst, TimingsReporter } from './scripts/test/vitest-timings.ts';
import { mutationPlugin } from './test/support/mutation.ts';

/** Time-outs only end a hang; they assert nothing about speed. */
function timeouts(milliseconds: number) {
  const timeout = patience * milliseconds;
  return { testTimeout: timeout, hookTimeout: timeout, teardownTimeout: timeout };
}

/** Tests of browsers, servers and databases mostly wait, so up to three files run at once, even on fewer cores. */
const waiting = { pool: 'forks' as const, maxWorkers: 3, isolate: false };

const settings: Record<Lane['name'], object> = {
  // The files that run in one worker share its modules, which halves the time. So a test that leaves a global changed
  // can break a test of another file. Uses all cores: by default Vitest leaves one free, and `npm test` would have to
  // wait for these tests at its end.
  unit: {
    pool: 'threads' as const,
    isolate: false,
    maxWorkers: availableParallelism(),
    ...timeouts(120_000),
  },
  extension: timeouts(120_000),
  server: {
    ...waiting,
    ...timeouts(180_000),
    globalSetup: 'test/support/postgres/vitest-setup.ts',
  },
  'e2e:chromium': {
    ...waiting,
    ...timeouts(120_000),
    globalSetup: 'scripts/browsers/vitest-setup.ts',
    env: { COMMONPLACE_BROWSER: 'chromium' },
  },
  'e2e:firefox': {
    ...waiting,
    ...timeouts(120_000),
    globalSetup: 'scripts/browsers/vitest-setup.ts',
    env: { COMMONPLACE_BROWSER: 'firefox' },
  },
};

// All processes and later runs share compiled code.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');

const report = process.env['COMMONPLACE_TEST_REPORT'];

export default defineConfig({
  test: {
    globalSetup: ['scripts/kernels/vitest-setup.ts', 'scripts/test/temporary-setup.ts'],
    silent: 'passed-only',
    slowTestThreshold: 10_000,
    // `npm test` names the report's file and reads it.
    reporters:
      report === undefined ? ['default'] : ['default', ['json', { outputFile: report }], new TimingsReporter()],
    sequence: { sequencer: LongestFirst },
    projects: lanes.map(({ name, include, exclude, allOnly, resting }) => ({
      plugins: mutationPlugin(),
      test: {
        name,
        include,
        exclude: [
          ...exclude,
          ...(runsAll ? [] : allOnly),
          ...(process.env['COMMONPLACE_TURNS'] === 'true' ? resting : []),
          ...(process.env['COMMONPLACE_LONG_PROOFS'] === 'false' ? longProofs : []),
        ],
        setupFiles: ['test/support/per-file-setup.ts'],
        // The default of one second is too short for a busy machine.
        expect: { poll: { timeout: 20_000 } },
        ...settings[name],
      },
    })),
  },
});

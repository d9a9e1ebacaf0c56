import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A browser takes its time on a small machine; nothing here asserts how long. */
const browserTimeoutMs = 120_000;

/** Far more than any unit test takes, so that a busy machine fails none and a hang still does. */
const unitTimeoutMs = 30_000;

/** Databases and processes are started for these. */
const serverTimeoutMs = 180_000;

/** `a.test.ts` runs in both browsers, `a.chromium.test.ts` and `a.firefox.test.ts` in one. */
const browser = (kind: 'chromium' | 'firefox') => ({
  test: {
    name: `e2e:${kind}`,
    include: ['test/e2e/**/*.test.ts'],
    exclude: [`test/e2e/**/*.${kind === 'chromium' ? 'firefox' : 'chromium'}.test.ts`],
    env: { COMMONPLACE_BROWSER: kind },
    testTimeout: browserTimeoutMs,
    hookTimeout: browserTimeoutMs,
    teardownTimeout: browserTimeoutMs,
    pool: 'forks' as const,
    maxWorkers: 2,
  },
});

export default defineConfig({
  test: {
    globalSetup: 'scripts/kernels/vitest-setup.ts',
    silent: 'passed-only',
    slowTestThreshold: 10_000,
    projects: [
      { test: { name: 'unit', include: ['test/{unit,conformance}/**/*.test.ts', 'test/{unit,conformance}/**/*.test.tsx'], testTimeout: unitTimeoutMs, hookTimeout: unitTimeoutMs } },
      {
        test: {
          name: 'server',
          include: ['test/server/**/*.test.ts'],
          globalSetup: 'test/support/postgres/vitest-setup.ts',
          // Our own code is compiled once for all the processes that these start.
          env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') },
          testTimeout: serverTimeoutMs,
          hookTimeout: serverTimeoutMs,
          pool: 'forks' as const,
          maxWorkers: 2,
        },
      },
      browser('chromium'),
      browser('firefox'),
    ],
  },
});

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { vitestOutcome } from '../../../../scripts/test/vitest-report.ts';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/index.ts';

const folder = temporaryFolder('vitest');
afterAll(() => removeFolder(folder));

/** Runs the real vitest on one file. */
function run(body: string): ReturnType<typeof vitestOutcome> {
  writeFileSync(
    join(folder, 'a.test.mjs'),
    `import { test, beforeAll, expect } from ${JSON.stringify(resolve('node_modules/vitest/dist/index.js'))};\n${body}`,
  );
  const report = join(folder, 'report.json');
  const { PATH } = process.env;
  const { status } = spawnSync(
    process.execPath,
    [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--reporter=json', `--outputFile=${report}`],
    { env: { PATH } },
  );
  return vitestOutcome('real', status ?? 1, existsSync(report) ? readFileSync(report, 'utf8') : undefined);
}

test.each([
  [
    'passed, failed and skipped tests',
    `test('a', () => {}); test('b', () => expect(1).toBe(2)); test.skip('c', () => {}); test.todo('d');`,
    { passed: 1, failed: 1, skipped: 2 },
  ],
  ['a file that throws while it loads', `throw new Error('at load');`, { passed: 0, failed: 1, skipped: 0 }],
  [
    'a worker that dies',
    `test('a', () => process.kill(process.pid, 'SIGKILL'));`,
    { passed: 0, failed: 1, skipped: 0 },
  ],
  [
    'an error that no test caught',
    `test('a', () => { setTimeout(() => { throw new Error('late'); }); return new Promise((done) => setTimeout(done, 50)); });`,
    { passed: 1, failed: 1, skipped: 0 },
  ],
])(
  'counts %s',
  (_, body, counts) => {
    expect(run(body).counts).toEqual(counts);
  },
  60_000,
);

test('names a failed test with the first line of its error', () => {
  expect(run(`test('a', () => {}); test('b', () => expect(1).toBe(2));`).remarks).toEqual([
    expect.stringMatching(/^failed: \S+a\.test\.mjs: “b”: AssertionError: expected 1 to be 2/),
  ]);
}, 60_000);

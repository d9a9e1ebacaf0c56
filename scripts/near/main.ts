import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { importsOf } from '../import-graph.ts';
import { unitLanes } from '../test/lanes.ts';
import { knownTimings, timingKey } from '../test/timings.ts';
import { runTool } from '../tool.ts';
import { chooseFitting, touchedTests } from './touched.ts';

/** The seconds that the tests may take. The whole `npm run near` should take 20 s. */
const testSeconds = 14;
const unknownSeconds = 1;
/** The compiler's cache. With the cache, the compiler checks only what a change can affect. */
const typesCache = 'out/near/types.tsbuildinfo';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...new Set([...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]),
].filter((file) => existsSync(file));
const sources = globSync('{src,entrypoints,conformance,scripts,bench,test}/**/*.{ts,tsx}', {
  exclude: ['src/**/kernel/**'],
}).map((file) => file.replaceAll('\\', '/'));
const imports = sources.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));
const touched = touchedTests(changed, imports, (file) => /^test\/unit\/.*\.test\.tsx?$/.test(file)).map(
  ({ file }) => file,
);
// Tests in test/unit/repository check documents, settings and texts without importing them. So all of these tests run
// if any file other than a source has changed.
const repositoryTests = changed.some((file) => !sources.includes(file))
  ? globSync('test/unit/repository/*.test.ts').filter((file) => !touched.includes(file))
  : [];

const known = knownTimings();
const secondsOf = (file: string) =>
  unitLanes.map((lane) => known[timingKey(lane, file)]).find((seconds) => seconds !== undefined) ?? unknownSeconds;
const wanted = [...touched, ...repositoryTests];
const chosen = chooseFitting(wanted, testSeconds, secondsOf);
const changedCode = changed.filter((file) => /\.(ts|tsx|mjs)$/.test(file));

console.log(
  changed.length === 0
    ? 'No new or changed files since the last commit.'
    : `${changed.length} files changed; ${chosen.length} of ${wanted.length} related unit test files run, nearest first.`,
);
const codes = await Promise.all([
  changed.length > 0 ? runTool('typescript', ['--noEmit', '--incremental', '--tsBuildInfoFile', typesCache]) : 0,
  changedCode.length > 0 ? runTool('oxlint', changedCode) : 0,
  chosen.length > 0
    ? runTool('vitest', [
        'run',
        ...unitLanes.flatMap((lane) => ['--project', lane]),
        '--maxWorkers=2',
        '--reporter=dot',
        ...chosen,
      ])
    : 0,
]);
process.exitCode = codes.find((code) => code !== 0) ?? 0;

import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { daySeed } from './day-seed.ts';
import { gateBudget, lanes, longProofs, longTests, pythonBudget, restingToday, unitLanes, type Lane } from './lanes.ts';
import { needBrowser, needPostgres, needPython, tryToInstallDisplay, type Need } from './needs.ts';
import { skipped, type Outcome } from './outcome.ts';
import { pythonTests } from './python.ts';
import { build, check, checkEveryFileRan, checkNamedTests, printAs, runLanes } from './steps.ts';
import { slowestFileLines, readMeasuredTimings, overBudgetLines, writeTimings } from './timings.ts';
import { verdict } from './verdict.ts';

/**
 * `all`: `npm run test:all`. `all-kills`: runs all rounds of the proofs that kill processes at random, which takes
 * hours. `write-timings`: stores the timings that determine the order of files. Operands: parts of the paths of the
 * files to run.
 */
const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    'all-kills': { type: 'boolean', default: false },
    'write-timings': { type: 'boolean', default: false },
  },
});

const begin = performance.now();
/** Budgets are checked on a quiet machine only. */
const isQuiet = loadavg()[0]! < availableParallelism() / 2;
const seed = String(daySeed);
const figures = resolve('out/test/figures.txt');
rmSync('out/test', { recursive: true, force: true });
mkdirSync('out/test', { recursive: true });

const needs: Partial<Record<Lane['name'], Need>> = {
  'e2e:chromium': await needBrowser('chromium'),
  'e2e:firefox': await needBrowser('firefox'),
  server: await needPostgres(),
};
const python = needPython();
tryToInstallDisplay();
const missing = Object.entries(needs).flatMap(([lane, need]) =>
  'missing' in need ? [skipped(lane, need.missing)] : [],
);
/** The lanes that need a program, such as a browser, and have it. Their tests mostly wait for that program. */
const waiting = lanes
  .map(({ name }) => name)
  .filter((name) => needs[name] !== undefined && !('missing' in needs[name]));

/** Whether some files rest today (./turns.ts). */
const hasTurns = !values.all && files.length === 0;
const env = {
  COMMONPLACE_SEED: seed,
  COMMONPLACE_FIGURES: figures,
  ...(values.all && { COMMONPLACE_TESTS: 'all' }),
  ...(values['all-kills'] && { COMMONPLACE_KILLS: 'all' }),
  ...(hasTurns && { COMMONPLACE_TURNS: 'true' }),
};
const found = waiting.map((name) => (needs[name] as { env: NodeJS.ProcessEnv }).env);

async function runChecks(): Promise<Outcome[]> {
  return files.length > 0
    ? []
    : [
        await check('types', 'typescript', '--noEmit'),
        await check('lint', 'oxlint', '--type-aware'),
        await check('format', 'oxfmt', '--check'),
      ];
}

let pythonSeconds = 0;

async function runPythonTests(): Promise<Outcome[]> {
  const begun = performance.now();
  const tested = await pythonTests({ need: python, env, files }, printAs('python'));
  pythonSeconds = (performance.now() - begun) / 1_000;
  return tested;
}

async function buildThenRunBrowserAndServerTests(): Promise<Outcome[]> {
  const built = await Promise.all([build('chromium'), build('firefox')]);
  const [checked, tested] = await Promise.all([
    runChecks(),
    runLanes({ name: 'waiting', lanes: waiting, env: Object.assign({}, env, ...found) as NodeJS.ProcessEnv, files }),
  ]);
  return [...built, ...checked, ...tested];
}

/** Starts a vitest process for each unit lane: a single process would run the lanes one after the other. */
const runUnitTests = async (more: NodeJS.ProcessEnv = {}): Promise<Outcome[]> =>
  (
    await Promise.all(unitLanes.map((name) => runLanes({ name, lanes: [name], env: { ...env, ...more }, files })))
  ).flat();

/**
 * Tests that wait for browsers and databases would time out beside tests that keep the processor busy. So the unit
 * lanes run first. Only their longest proofs run later, with the processor time that browsers and databases leave.
 */
async function runAllInTurn(): Promise<Outcome[]> {
  const hasProofs = files.length === 0;
  const unit = await runUnitTests(hasProofs ? { COMMONPLACE_LONG_PROOFS: 'false' } : {});
  const runProofs = () => runLanes({ name: 'proofs', lanes: [...unitLanes], env, files: longProofs, isIdle: true });
  const rest = await Promise.all([
    runPythonTests(),
    buildThenRunBrowserAndServerTests(),
    ...(hasProofs ? [runProofs()] : []),
  ]);
  return [unit, ...rest].flat();
}

/** The tests that wait for browsers and databases take longest. All others run at the same time. */
const runAtOnce = async (): Promise<Outcome[]> =>
  (await Promise.all([runUnitTests(), runPythonTests(), buildThenRunBrowserAndServerTests()])).flat();

const outcomes = [...missing, ...(await (values.all ? runAllInTurn() : runAtOnce()))];
if (files.length === 0 && missing.length === 0) {
  const resting = hasTurns ? restingToday() : [];
  const wanted = globSync('test/**/*.test.{ts,tsx}', { exclude: values.all ? [] : [longTests] })
    .filter((file) => !resting.includes(file.replaceAll('\\', '/')))
    .map((file) => resolve(file));
  const runs = [...unitLanes, 'waiting', 'proofs'];
  outcomes.push(checkEveryFileRan(wanted, runs), checkNamedTests(readFileSync('docs/proofs.md', 'utf8'), runs));
  if (hasTurns) console.log(`${resting.length} test files rest today; each runs within five days.`);
}

const timings = readMeasuredTimings();
const seconds = (performance.now() - begin) / 1_000;
const figureLines = existsSync(figures) ? readFileSync(figures, 'utf8').trimEnd().split('\n').sort() : [];
console.log(
  [
    '',
    'The slowest files:',
    ...slowestFileLines(timings),
    '',
    ...figureLines,
    `Seed: COMMONPLACE_SEED=${seed}. ${Math.round(seconds)} s in all.`,
  ].join('\n'),
);
if (!values.all && isQuiet) {
  const over = [
    ...overBudgetLines(timings, lanes),
    ...(pythonSeconds > pythonBudget
      ? [`python took ${Math.round(pythonSeconds)} s; its budget is ${pythonBudget} s`]
      : []),
    ...(seconds > gateBudget ? [`npm test took ${Math.round(seconds)} s; its budget is ${gateBudget} s`] : []),
  ];
  for (const line of over) console.log(`Over budget (scripts/test/lanes.ts): ${line}.`);
}
if (values['write-timings']) writeTimings(timings);

const { lines, lastLine, exitCode } = verdict(outcomes, { ci: process.env['CI'] === 'true' });
console.log(['', ...lines, lastLine].join('\n'));
process.exitCode = exitCode;

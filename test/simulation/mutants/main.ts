import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { huntPlanted } from '../defects/hunt.ts';
import { mutationVariable, type Mutation } from '../../support/mutation.ts';
import { readTestRun, reportTo } from '../../support/test-run.ts';
import { mutantsOf, type Mutant } from './mutants.ts';
import { survivors } from './survivors.ts';

/*
 * npm run mutants -- [--only FILE] [--schedules N]
 * Mutation tests of the sync planner. Changes the planner in one small place at a time. The simulation or the planner's
 * unit tests must notice each change. Changes that neither notices must be in survivors.ts, with the reason why they do
 * no harm. If a run crashes or times out, the cause may be a busy machine, so the run is repeated at the end, one
 * change at a time. If it crashes or times out again, the change counts as stuck.
 */

const planner = [
  'plan.ts',
  'plan-push.ts',
  'plan-duplicates.ts',
  'plan-found.ts',
  'fields.ts',
  'fit.ts',
  'merge-text.ts',
  'pair-collections.ts',
  'rules.ts',
];
const root = fileURLToPath(new URL('../../..', import.meta.url));
const unitTests = [
  'plan',
  'plan-fields',
  'plan-answers',
  'plan-duplicates',
  'plan-found',
  'first-pairing',
  'outside',
  'fields',
  'rules',
  'fit',
  'pair-collections',
  'collections',
  'collection-faults',
  'push-only',
  'batches',
  'offers',
  'reconnecting',
].map((name) => `test/unit/sync/${name}.test.ts`);
const limitMs = 120_000;
const sourceOf = (file: string) => readFileSync(`${root}src/sync/${file}`, 'utf8');

function option(name: string): string | undefined {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? undefined : process.argv[index + 1];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** `stuck`: the run took too long, crashed or didn't load. */
type Finding = 'fails' | 'passes' | 'stuck';

function findingIn(report: string): Finding {
  const { unloaded, failed } = readTestRun(report);
  if (unloaded.length > 0) return 'stuck';
  if (failed.length === 0) return 'passes';
  return failed.every(({ errors }) => errors.every((error) => error.includes('timed out in'))) ? 'stuck' : 'fails';
}

/** Runs the planner's unit tests on a mutant; null is the unchanged source. */
function inUnitTests(file: string, mutant: Mutant | null): Promise<Finding> {
  const mutation = mutant && { file: `src/sync/${file}`, guard: sourceOf(file), without: mutant.source };
  const env = { ...process.env, ...(mutation && { [mutationVariable]: JSON.stringify(mutation satisfies Mutation) }) };
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const report = join(folder, 'report.json');
  return new Promise<Finding>((resolve, reject) => {
    const run = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--bail', '1', ...unitTests, ...reportTo(report)],
      { cwd: root, stdio: 'ignore', env, timeout: limitMs },
    );
    run.once('error', reject);
    run.once('exit', (code) => resolve(code !== null && existsSync(report) ? findingIn(report) : 'stuck'));
  }).finally(() => rmSync(folder, { recursive: true }));
}

async function inSchedules(file: string, { source }: Mutant, schedules: number): Promise<Finding> {
  const caught = await huntPlanted({ file, source }, schedules, limitMs).catch(() => 'stuck' as const);
  return caught === 'stuck' ? caught : caught.seed === null ? 'passes' : 'fails';
}

type Verdict = 'simulation' | 'unit' | 'stuck' | 'nothing';

/** Returns which check notices a mutant. Most are noticed quickly, so the long run of the simulation comes last. */
async function noticedBy({ file, mutant }: Task): Promise<Verdict> {
  const steps = [
    ['simulation', () => inSchedules(file, mutant, 100)],
    ['unit', () => inUnitTests(file, mutant)],
    ['simulation', () => inSchedules(file, mutant, Number(option('schedules') ?? 2_000))],
  ] as const;
  for (const [name, find] of steps) {
    const finding = await find();
    if (finding !== 'passes') return finding === 'stuck' ? 'stuck' : name;
  }
  return 'nothing';
}

interface Task {
  file: string;
  mutant: Mutant;
}

function isExplained({ file, mutant }: Task): boolean {
  const [before, after] = [oneLine(mutant.before), oneLine(mutant.after)];
  return survivors.some(
    (one) => one.file === file && one.before === before && one.after === after && one.line === mutant.code,
  );
}

function record(task: Task, verdict: Verdict): void {
  const outcome = verdict !== 'nothing' ? verdict : isExplained(task) ? 'harmless' : 'unexplained';
  count[outcome]++;
  const { file, mutant } = task;
  if (outcome === 'stuck' || outcome === 'unexplained')
    console.log(`${outcome}: ${file}:${mutant.line}: ${oneLine(mutant.before)} → ${oneLine(mutant.after)}`);
}

if ((await inUnitTests('', null)) !== 'passes')
  throw new Error('The unit tests fail on the unchanged source. Fix them first.');
const only = option('only');
const queue = planner
  .filter((file) => only === undefined || file === only)
  .flatMap((file) => mutantsOf(sourceOf(file)).map((mutant): Task => ({ file, mutant })));
const all = queue.length;
const count = { simulation: 0, unit: 0, stuck: 0, harmless: 0, unexplained: 0 };
const toRetry: Task[] = [];

await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const verdict = await noticedBy(next);
      if (verdict === 'stuck') toRetry.push(next);
      else record(next, verdict);
    }
  }),
);
for (const task of toRetry) record(task, await noticedBy(task));
console.log(
  `${all} mutants: ${count.simulation} violate a property, ${count.unit} fail a unit test, ${count.stuck} never end or don't run, ${count.harmless} do no harm, ${count.unexplained} unexplained`,
);
process.exitCode = count.unexplained > 0 ? 1 : 0;

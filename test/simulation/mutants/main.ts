import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { huntPlanted } from '../defects/hunt.ts';
import { mutationVariable, type Mutation } from '../../support/mutation.ts';
import { mutantsOf, type Mutant } from './mutants.ts';
import { survivors } from './survivors.ts';

/*
 * npm run mutants -- [--only FILE] [--schedules N]
 * Changes the planner in one small place at a time. Each change must be noticed: by the simulation, or by the planner's unit tests. Those
 * that neither notices must be in survivors.ts, with the reason why they do no harm.
 */

const planner = ['plan.ts', 'plan-push.ts', 'plan-found.ts', 'fields.ts', 'fit.ts', 'merge-text.ts', 'rules.ts'];
const root = fileURLToPath(new URL('../../..', import.meta.url));
const unitTests = [
  'plan',
  'plan-fields',
  'plan-answers',
  'plan-found',
  'fields',
  'rules',
  'fit',
  'push-only',
  'batches',
].map((name) => `test/unit/sync/${name}.test.ts`);
const limitMs = 120_000;
const sourceOf = (file: string) => readFileSync(`${root}src/sync/${file}`, 'utf8');

function option(name: string): string | undefined {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? undefined : process.argv[index + 1];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Whether the planner's unit tests fail with this mutant; null: with the source as it is. */
function failsUnitTests(file: string, mutant: Mutant | null): Promise<boolean> {
  const mutation = mutant && { file: `src/sync/${file}`, guard: sourceOf(file), without: mutant.source };
  const env = { ...process.env, ...(mutation && { [mutationVariable]: JSON.stringify(mutation satisfies Mutation) }) };
  return new Promise((resolve, reject) => {
    const run = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--bail', '1', ...unitTests],
      { cwd: root, stdio: 'ignore', env, timeout: limitMs },
    );
    run.once('error', reject);
    run.once('exit', (code) => resolve(code !== 0));
  });
}

/** Whether schedules violate a property, or the source doesn't even run. */
async function failsSchedules(file: string, { source }: Mutant, schedules: number): Promise<boolean> {
  const caught = await huntPlanted({ file, source }, schedules, limitMs).catch(() => undefined);
  return caught?.seed !== null;
}

/** What notices a mutant. Most show at once, so the long run of the simulation comes last. */
async function noticedBy(file: string, mutant: Mutant): Promise<'simulation' | 'unit' | 'nothing'> {
  if (await failsSchedules(file, mutant, 100)) return 'simulation';
  if (await failsUnitTests(file, mutant)) return 'unit';
  return (await failsSchedules(file, mutant, Number(option('schedules') ?? 2_000))) ? 'simulation' : 'nothing';
}

if (await failsUnitTests('', null)) throw new Error('The unit tests fail without any change.');
const only = option('only');
const queue = planner
  .filter((file) => only === undefined || file === only)
  .flatMap((file) => mutantsOf(sourceOf(file)).map((mutant) => ({ file, mutant })));
const all = queue.length;
const count = { simulation: 0, unit: 0, harmless: 0, unexplained: 0 };

await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { file, mutant } = next;
      const by = await noticedBy(file, mutant);
      const [before, after] = [oneLine(mutant.before), oneLine(mutant.after)];
      if (by !== 'nothing') count[by]++;
      else if (survivors.some((one) => one.file === file && one.before === before && one.after === after))
        count.harmless++;
      else {
        count.unexplained++;
        console.log(`${file}:${mutant.line}: ${before} → ${after}`);
      }
    }
  }),
);
console.log(
  `${all} mutants: ${count.simulation} violate a property, ${count.unit} fail a unit test, ${count.harmless} do no harm, ${count.unexplained} unexplained`,
);
process.exitCode = count.unexplained > 0 ? 1 : 0;

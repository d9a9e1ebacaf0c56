import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { runTool } from '../tool.ts';
import type { Need } from './needs.ts';
import { checked, skipped, type Outcome } from './outcome.ts';
import { pytestOutcome } from './pytest-report.ts';

const report = resolve('out/test/python.xml');

/** Runs a Python module in the package's folder. Resolves with its exit code, or 1 if it was killed or didn't start. */
function runModule(env: Record<string, string>, args: string[], onLine: (line: string) => void): Promise<number> {
  const { COMMONPLACE_PYTHON: program = '', COMMONPLACE_PYTHON_PACKAGES: packages = '' } = env;
  const child = spawn(program, ['-m', ...args], {
    cwd: 'python',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...env,
      PYTHONPATH: packages,
      PYTHONDONTWRITEBYTECODE: '1',
      COMMONPLACE_NODE: process.execPath,
    },
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('close', (code) => done(code ?? 1));
  });
}

interface PythonRun {
  need: Need;
  env: Record<string, string>;
  files: string[];
}

/**
 * Checks the types of the source with pyright. Also checks that every exported type is complete, for users' editors.
 */
async function pyright({ COMMONPLACE_PYTHON: program = '', COMMONPLACE_PYTHON_PACKAGES: packages = '' }) {
  const run = (args: string[], path: string[]) =>
    runTool('pyright', [...args, '--pythonpath', program], { PYTHONPATH: path.join(delimiter) });
  return [
    checked('python types in pyright', await run(['--project', 'python'], [packages])),
    checked(
      'python exported types',
      await run(['--verifytypes', 'commonplace_memory', '--ignoreexternal'], [packages, resolve('python/src')]),
    ),
  ];
}

/**
 * Runs the tests of the Python package. Without `files`, also checks types, lint and format. `npm run test:all` adds
 * the checks by pyright.
 */
export async function pythonTests({ need, env, files }: PythonRun, onLine: (line: string) => void): Promise<Outcome[]> {
  const all = globSync('python/tests/test_*.py').map((file) => file.replaceAll('\\', '/'));
  const chosen = files.length === 0 ? all : all.filter((file) => files.some((part) => file.includes(part)));
  if (chosen.length === 0) return [];
  if ('missing' in need) return [skipped('python', need.missing)];
  const run = (...args: string[]) => runModule({ ...env, ...need.env }, args, onLine);
  const code = await run('pytest', '--quiet', `--junitxml=${report}`, ...chosen.map((file) => resolve(file)));
  const tested = pytestOutcome('python', code, existsSync(report) ? readFileSync(report, 'utf8') : undefined);
  if (files.length > 0) return [tested];
  return [
    tested,
    checked('python types', await run('mypy')),
    ...(env['COMMONPLACE_TESTS'] === 'all' ? await pyright(need.env) : []),
    checked('python lint', await run('ruff', 'check', '--quiet')),
    checked('python format', await run('ruff', 'format', '--check', '--quiet')),
  ];
}

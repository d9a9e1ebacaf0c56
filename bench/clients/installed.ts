import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npm } from '../../scripts/bootstrap/install.mjs';
import { temporaryFolder } from '../../scripts/browsers/temporary.ts';
import { buildClientPackage } from '../../scripts/client/package.ts';
import { buildPythonPackage } from '../../scripts/python/package.ts';
import type { Interpreter } from '../../scripts/python/interpreters.ts';
import { runPython } from '../../scripts/python/obtain.ts';
import { say } from '../../scripts/say.ts';
import { median } from '../search/figures.ts';
import type { InstalledFigure } from './recorded-figures.ts';

const imports = 15;

export interface InstalledClient extends Omit<InstalledFigure, 'importMs'> {
  /** The folder that contains only the client and its dependencies. */
  folder: string;
  importMs(): number;
}

/** Installs our built clients and the newest versions of other clients. */
export async function installedClients(interpreter: Interpreter): Promise<InstalledClient[]> {
  const built = temporaryFolder('bench-clients');
  const tarball = resolve(await buildClientPackage(built));
  const wheel = buildPythonPackage(interpreter, built).find((file) => file.endsWith('.whl'))!;
  return [
    fromNpm('@commonplace/client', tarball),
    ...['openai', 'supermemory', 'mem0ai'].map((name) => fromNpm(name, `${name}@latest`)),
    fromPyPi(interpreter, 'commonplace-memory', 'commonplace_memory', wheel),
    fromPyPi(interpreter, 'openai', 'openai'),
    fromPyPi(interpreter, 'supermemory', 'supermemory'),
    fromPyPi(interpreter, 'mem0ai', 'mem0'),
  ];
}

function fromNpm(name: string, source: string): InstalledClient {
  say(`Installing ${name} from npm.`);
  const folder = temporaryFolder('bench-npm');
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  if (npm(['install', source, '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'], folder).status !== 0)
    throw new Error(`${name} can’t be installed; see the output of npm.`);
  const modules = join(folder, 'node_modules');
  const program = `const begun = performance.now(); await import('${name}'); console.log(performance.now() - begun);`;
  const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string };
  return {
    language: 'TypeScript',
    name,
    version,
    folder,
    kilobytes: kilobytesIn(modules),
    packages: globSync(['*/package.json', '@*/*/package.json', '**/node_modules/*/package.json'], { cwd: modules })
      .length,
    importMs: () => importMs(process.execPath, ['--input-type=module', '--eval', program], folder),
  };
}

function fromPyPi(interpreter: Interpreter, name: string, module: string, source = name): InstalledClient {
  say(`Installing ${name} for Python.`);
  const folder = temporaryFolder('bench-pypi');
  const options = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore', '--no-compile'];
  runPython(interpreter.program, ['-m', 'pip', 'install', ...options, '--target', folder, source]);
  const kilobytes = kilobytesIn(folder);
  const program = `import time; begun = time.perf_counter(); import ${module}; print(1e3 * (time.perf_counter() - begun))`;
  const version = runPython(
    interpreter.program,
    ['-c', `from importlib.metadata import version; print(version('${name}'))`],
    { PYTHONPATH: folder },
  );
  return {
    language: 'Python',
    name,
    version,
    folder,
    kilobytes,
    packages: globSync('*.dist-info', { cwd: folder }).length,
    importMs: () => importMs(interpreter.program, ['-c', program], folder),
  };
}

/** The median of several imports. The first import isn't counted, since Python also compiles the code then. */
function importMs(program: string, args: string[], folder: string): number {
  const once = () => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: folder },
    });
    if (status !== 0) throw new Error(stderr);
    return Number(stdout);
  };
  once();
  return median(Array.from({ length: imports }, once));
}

const kilobytesIn = (folder: string): number =>
  globSync('**/*', { cwd: folder }).reduce((sum, file) => {
    const stats = statSync(join(folder, file));
    return stats.isFile() ? sum + stats.size / 1e3 : sum;
  }, 0);

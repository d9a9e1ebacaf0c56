import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../browsers/folders.ts';
import type { Interpreter } from './interpreters.ts';

/** The pinned packages for our package, its build and its tests. */
const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** The packages that tests install without a network: our dependencies and the build tool. */
const offlinePackages = ['httpx2', 'click', 'rich', 'hatchling'];

/** The subfolder with the wheels of `offlinePackages` and of their dependencies. */
const wheels = 'wheels';

/**
 * Returns the folder with the packages of requirements.txt for one version of Python. Downloads them unless an earlier
 * run did. Throws if the download fails.
 */
export function obtainPythonPackages({ program, version }: Interpreter, say: (sentence: string) => void): string {
  const hash = createHash('sha256')
    .update(readFileSync(requirements))
    .update(offlinePackages.join())
    .digest('hex')
    .slice(0, 12);
  const folder = join(cacheFolder(), `python-${version}-${hash}`);
  if (!existsSync(folder)) {
    say(`Downloading packages for Python ${version}. This happens once.`);
    fill(folder, program);
  }
  return folder;
}

/** Runs Python and returns its output. Throws an error with the output if Python fails. */
export function runPython(program: string, args: string[], env: NodeJS.ProcessEnv = {}, cwd = '.'): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status === 0) return stdout.trim();
  const output = [stdout, stderr, error?.message].filter(Boolean).join('\n').trim();
  throw new Error(`\`python ${args.slice(0, 3).join(' ')}\` failed: ${output}`);
}

function fill(folder: string, program: string): void {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const pip = (command: string, ...args: string[]) =>
      runPython(program, [
        '-m',
        'pip',
        command,
        '--quiet',
        '--disable-pip-version-check',
        '--only-binary=:all:',
        ...args,
      ]);
    pip('install', '--root-user-action=ignore', '--no-deps', '--requirement', requirements, '--target', unfinished);
    pip('download', '--constraint', requirements, ...offlinePackages, '--dest', join(unfinished, wheels));
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

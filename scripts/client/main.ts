import { rmSync } from 'node:fs';
import { say } from '../say.ts';
import { buildClientPackage } from './package.ts';

const folder = 'dist/client';
rmSync(folder, { recursive: true, force: true });
say(`Built ${(await buildClientPackage(folder)).replaceAll('\\', '/')}.`);

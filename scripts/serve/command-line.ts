import { join } from 'node:path';
import { commandLine } from '../../src/server/command-line/main.ts';
import { dataFolder } from '../browsers/folders.ts';
import { buildKernels } from '../kernels/build.ts';

await buildKernels();
process.exitCode = await commandLine({ args: process.argv.slice(2), defaultFolder: join(dataFolder(), 'server'), base: process.env['INIT_CWD'] ?? process.cwd() });

import { join } from 'node:path';
import { main } from '../../src/server/main.ts';
import { dataFolder } from '../browsers/folders.ts';
import { buildKernels } from '../kernels/build.ts';
import { buildPage, pageFolder } from '../page/build.ts';

await buildKernels();
await buildPage();
process.exitCode = await main({ args: process.argv.slice(2), defaultFolder: join(dataFolder(), 'server'), publicFolder: 'public', pageFolder });

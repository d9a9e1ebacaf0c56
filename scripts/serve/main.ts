import { buildKernels } from '../kernels/build.ts';
import { buildPage } from '../page/build.ts';

await buildKernels();
await buildPage();
await import('./built.ts');

import { say } from '../say.ts';
import { buildKernels, kernelFolder } from './build.ts';

const built = await buildKernels();
say(built.length > 0 ? `Built in ${kernelFolder}: ${built.join(', ')}` : 'All kernels are up to date.');

import { buildKernels } from './build.ts';

/** Tests that run in Node find the kernels built. */
export const setup = async (): Promise<void> => void (await buildKernels());

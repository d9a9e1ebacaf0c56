import { buildKernels } from './build.ts';

/** Builds the kernels before tests in Node. */
export const setup = async (): Promise<void> => void (await buildKernels());

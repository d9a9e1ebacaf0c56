import { buildKernels } from './build.ts';

export const setup = async (): Promise<void> => void (await buildKernels());

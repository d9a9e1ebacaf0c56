import type { Bytes, ModelFiles, Weights, WeightsFile } from '../files/model-files.ts';
import { variantsWith, type Variant } from './choose.ts';

/** How to get the parts of a BERT encoder. */
export interface KernelParts {
  /** The variants of the kernel to try, best first. */
  variants(): Promise<Variant[]>;
  kernel(variant: Variant): Promise<Bytes>;
  weights: Weights;
}

/** The parts of a model in these files. `variants`: if they are known already. */
export const kernelParts = (
  files: ModelFiles,
  { kernelPath, weightsFile }: { kernelPath: (variant: Variant) => string; weightsFile: WeightsFile },
  variants?: Promise<Variant[]>,
): KernelParts => ({
  variants: () => variants ?? variantsWith(files),
  kernel: (variant) => files.read(kernelPath(variant)),
  weights: (target, checksum) => files.weights(weightsFile, target, checksum),
});

/** Starts the variants of the kernel one after the other, and returns the first that computes its model's known result; undefined if none does. */
export async function firstRight<Run>(
  { variants, kernel }: KernelParts,
  start: (module: Bytes) => Promise<Run>,
  isRight: (run: Run) => boolean,
): Promise<Run | undefined> {
  for (const variant of await variants()) {
    const run = await start(await kernel(variant));
    if (isRight(run)) return run;
  }
  return undefined;
}

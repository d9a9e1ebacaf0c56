import type { Bytes, ModelFiles, Weights, WeightsFile } from '../files/model-files.ts';
import { variantsWith, type Variant } from './choose.ts';

/** How to get the parts of a BERT encoder. */
export interface KernelParts {
  /** The variants of the kernel to try, best first. */
  variants(): Promise<Variant[]>;
  kernel(variant: Variant): Promise<Bytes>;
  weights: Weights;
}

/** Loaders of a model's parts from these files. `variants`: the kernel variants to try, if known already. */
export const kernelParts = (
  files: ModelFiles,
  { kernelPath, weightsFile }: { kernelPath: (variant: Variant) => string; weightsFile: WeightsFile },
  variants?: Promise<Variant[]>,
): KernelParts => ({
  variants: () => variants ?? variantsWith(files),
  kernel: (variant) => files.read(kernelPath(variant)),
  weights: (target, checksum) => files.weights(weightsFile, target, checksum),
});

/**
 * Starts the variants of the kernel one after the other. Returns the first that computes its model's known result, or
 * undefined.
 */
export async function firstCorrect<Run>(
  { variants, kernel }: KernelParts,
  start: (module: Bytes) => Promise<Run>,
  isCorrect: (run: Run) => boolean,
): Promise<Run | undefined> {
  for (const variant of await variants()) {
    const run = await start(await kernel(variant));
    if (isCorrect(run)) return run;
  }
  return undefined;
}

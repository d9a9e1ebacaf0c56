import type { Bytes, ModelFiles, Weights, WeightsFile } from '../files/model-files.ts';
import { variantsWith, type Variant } from './choose.ts';

/** Loaders of what a BERT encoder runs on. */
export interface KernelParts {
  /** The variants of the kernel to try, best first. */
  variants(): Promise<Variant[]>;
  kernel(variant: Variant): Promise<Bytes>;
  weights: Weights;
}

/** The loaders, by where a model's files are read from. `variants`: if they are known already. */
export const kernelParts = (
  files: ModelFiles,
  { kernelPath, weightsFile }: { kernelPath: (variant: Variant) => string; weightsFile: WeightsFile },
  variants?: Promise<Variant[]>,
): KernelParts => ({
  variants: () => variants ?? variantsWith(files),
  kernel: (variant) => files.read(kernelPath(variant)),
  weights: (target) => files.weights(weightsFile, target),
});

/** Starts one variant of the kernel after the other, until one computes what is known of its model; undefined if none does. */
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

import { variantsWith, type Variant } from '../bert/choose.ts';
import type { ModelFiles } from '../files/model-files.ts';
import type { Parts } from './embedder.ts';
import { kernelPath, tokenVectorsPath, vocabularyPath, weightsFile } from './model.ts';

/** The loaders of the model's parts, by where its files are read from. `variants`: if they are known already. */
export const partsFrom = (files: ModelFiles, variants?: Promise<Variant[]>): Parts => ({
  variants: () => variants ?? variantsWith(files),
  kernel: (variant) => files.read(kernelPath(variant)),
  weights: (target) => files.weights(weightsFile, target),
  vocabulary: () => files.read(vocabularyPath),
  tokenVectors: () => files.read(tokenVectorsPath),
});

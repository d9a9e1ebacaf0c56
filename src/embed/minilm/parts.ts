import type { ModelFiles } from '../files/model-files.ts';
import type { Parts } from './embedder.ts';
import { kernelPath, tokenVectorsPath, vocabularyPath, weightsFile } from './model.ts';

/** The loaders of the model's parts, by where its files are read from. */
export const partsFrom = (files: ModelFiles): Parts => ({
  kernel: (name) => files.read(kernelPath(name)),
  weights: () => files.weights(weightsFile),
  vocabulary: () => files.read(vocabularyPath),
  tokenVectors: () => files.read(tokenVectorsPath),
});

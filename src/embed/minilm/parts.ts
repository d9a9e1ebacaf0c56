import type { Variant } from '../bert/choose.ts';
import { kernelParts } from '../bert/parts.ts';
import type { ModelFiles } from '../files/model-files.ts';
import type { Parts } from './embedder.ts';
import { kernelPath, tokenVectorsPath, vocabularyPath, weightsFile } from './model.ts';

/** Loaders of the model's parts. `variants`: the kernel variants to try, if known already. */
export const partsFrom = (files: ModelFiles, variants?: Promise<Variant[]>): Parts => ({
  ...kernelParts(files, { kernelPath, weightsFile }, variants),
  vocabulary: () => files.read(vocabularyPath),
  tokenVectors: () => files.read(tokenVectorsPath),
});

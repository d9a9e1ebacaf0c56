import type { Variant } from '../bert/choose.ts';
import { kernelParts } from '../bert/parts.ts';
import type { ModelFiles } from '../files/model-files.ts';
import type { Parts } from './embedder.ts';
import { kernelPath, tokenVectorsPath, vocabularyPath, weightsFile } from './model.ts';

/** The loaders of the model's parts, by where its files are read from. `variants`: if they are known already. */
export const partsFrom = (files: ModelFiles, variants?: Promise<Variant[]>): Parts => ({
  ...kernelParts(files, { kernelPath, weightsFile }, variants),
  vocabulary: () => files.read(vocabularyPath),
  tokenVectors: () => files.read(tokenVectorsPath),
});

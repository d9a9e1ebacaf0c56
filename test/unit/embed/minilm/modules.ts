import { readFileSync } from 'node:fs';
import { fill, type Weights } from '../../../../src/embed/files/model-files.ts';
import { kernelRun, type Run } from '../../../../src/embed/minilm/kernel-run.ts';
import { kernelPath, vocabularyPath, weightsPath } from '../../../../src/embed/minilm/model.ts';
import { vocabularyOf } from '../../../../src/embed/minilm/tokens/vocabulary.ts';
import type { Variant } from '../../../../src/embed/bert/choose.ts';

export const read = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`public/${path}`));
export const weights = read(weightsPath);
export const weightsOf =
  (bytes: Uint8Array): Weights =>
  async (target) =>
    fill(target, bytes);
export const vocabulary = vocabularyOf(new TextDecoder().decode(read(vocabularyPath)));
export const variants: Variant[] = ['plain', 'relaxed-pairs', 'relaxed-fours'];
export const runOf = async (variant: Variant, bytes = weights): Promise<Run> =>
  (await kernelRun(read(kernelPath(variant)), weightsOf(bytes))).run;

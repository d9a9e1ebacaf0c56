import { readFile } from 'node:fs/promises';
import type { Embedder } from '../../service/ports/embedder.ts';
import type { Runner } from '../runner.ts';
import { minilm } from './embedder.ts';
import { kernelPath, tokenVectorsPath, vocabularyPath, weightsPath } from './model.ts';

/** The bundled model in Node, from the folder that holds `models` and `kernels`. Throws ModelUnavailable. */
export function loadFromDisk(folder = 'public'): Promise<Embedder & Runner> {
  const read = async (path: string) => new Uint8Array(await readFile(`${folder}/${path}`));
  return minilm({
    kernel: (name) => read(kernelPath(name)),
    weights: () => read(weightsPath),
    vocabulary: () => read(vocabularyPath),
    tokenVectors: () => read(tokenVectorsPath),
  });
}

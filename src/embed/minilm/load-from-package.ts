import type { Embedder } from '../../service/ports/embedder.ts';
import type { Runner } from '../runner.ts';
import { minilm } from './embedder.ts';
import { weightsFromCopy } from './kept-copy.ts';
import { kernelPath, tokenVectorsPath, vocabularyPath, weightsPath } from './model.ts';

/** The bundled model in a browser. `read` reads a package file by path; it reads the weights only once. Throws ModelUnavailable. */
export function loadFromPackage(read: (path: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Embedder & Runner> {
  const root = () => navigator.storage.getDirectory();
  return minilm({
    kernel: (name) => read(kernelPath(name)),
    weights: () => weightsFromCopy(root, () => read(weightsPath)),
    vocabulary: () => read(vocabularyPath),
    tokenVectors: () => read(tokenVectorsPath),
  });
}

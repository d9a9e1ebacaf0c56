import type { Variant } from '../bert/choose.ts';
import type { Model } from '../../service/ports/embedder.ts';
import type { WeightsFile } from '../files/model-files.ts';
import type { Proof } from '../self-test/self-test.ts';

/** Files of the model, by their paths from the root of the extension's package. */
const folder = 'models/all-minilm-l6-v2';
export const weightsPath = `${folder}/weights.bin`;
export const vocabularyPath = `${folder}/vocabulary.txt`;
export const tokenVectorsPath = `${folder}/token-vectors.bin`;
export const kernelPath = (variant: Variant): string => `kernels/minilm-${variant}.wasm`;

export const weightsFile: WeightsFile = {
  path: weightsPath,
  folder: 'minilm',
  hash: 'c748572fac8b0b0d90389889806bb9903055ced89fa059ecd88d674484bf7551',
  check: 0x3563_fe0d,
};

/**
 * Increment with every change to how texts become vectors (tokens, windows, overlap): all memories are then indexed
 * again. The hash in the id covers the weights.
 */
const methodVersion = 1;

export const model: Model = {
  id: `all-minilm-l6-v2/${weightsFile.hash.slice(0, 12)}/${methodVersion}`,
  name: 'MiniLM (all-MiniLM-L6-v2)',
  dimensions: 384,
  languages: ['en'],
  cosines: { unrelated: 0, same: 0.8 },
  certain: { keyword: 0.65, semantic: 0.46, byTokens: { keyword: 0.2, semantic: 0.6, terms: 0.2, sum: 1.01 } },
  tokenWidth: 64,
};

/** The most tokens of a window, including the start and end tokens. */
export const windowTokens = 256;

/** In float32, from fastembed's tests (Apache-2.0). With our int8 weights, values differ by some thousandths. */
export const proof: Proof = {
  text: 'hello world',
  begins: [-0.0345, 0.031, 0.0067, 0.0261, -0.0394],
  within: 0.012,
};

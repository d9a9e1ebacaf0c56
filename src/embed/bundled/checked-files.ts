import { hex } from '../../lib/hash.ts';
import { ModelRefused } from '../../service/ports/embedder.ts';
import type { ModelFiles } from '../files/model-files.ts';
import { tokenVectorsPath, vocabularyPath } from '../minilm/model.ts';
import { vocabularyPath as piecesPath } from '../use-multilingual/model.ts';
import { basisPath, model } from './model.ts';

/** The SHA-256, in hex, of each file of the bundled model except the weights, which have their own checksum. */
export const hashes: ReadonlyMap<string, string> = new Map([
  [vocabularyPath, '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3'],
  [tokenVectorsPath, '8212d2f1a058695804d88a3679d3616df5e7965f4fe67a0a666e2c9e01505381'],
  [piecesPath, '6bc3e8e2ac265d215e708ebae9b60222d7f6847af6e50d9e03cc09aa291a18bd'],
  [basisPath, '2f0fd6047c67aa980a0fb6e616b59546406c5db2953cdd544b95deb3b3d4d06b'],
]);

/**
 * Files whose `read` throws ModelRefused if the file is in `hashes` and damaged. Without this, a vocabulary with a few
 * wrong words would pass all checks.
 */
export const checkedFiles = (files: ModelFiles): ModelFiles => ({
  ...files,
  async read(path) {
    const bytes = await files.read(path);
    const expected = hashes.get(path);
    if (expected === undefined || hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) === expected)
      return bytes;
    throw new ModelRefused('files', `${model.name} failed its self-test: ${path} is damaged.`);
  },
});

import { describe, expect, test } from 'vitest';
import { bundledEmbedder } from '../../../../src/embed/bundled/embedder.ts';
import { knownVector } from '../../../../src/embed/bundled/known.ts';
import { reduced } from '../../../../src/embed/bundled/mix.ts';
import { basisPath } from '../../../../src/embed/bundled/model.ts';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import type { Bytes, ModelFiles } from '../../../../src/embed/files/model-files.ts';
import { tokenVectorsPath } from '../../../../src/embed/minilm/model.ts';
import { proof } from '../../../../src/embed/use-multilingual/model.ts';
import { ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { references } from '../../../../scripts/model/use_references.ts';

const files = diskFiles();

/** The model's files. In the file at the path `changed`, the 32-bit floats are modified by `change`. */
const withChanged = (changed: string, change: (values: Float32Array) => void): ModelFiles => ({
  ...files,
  async read(path: string): Promise<Bytes> {
    const bytes = (await files.read(path)).slice();
    if (path === changed) change(new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 4)));
    return bytes;
  },
});

function swapRows(values: Float32Array, width: number): void {
  const first = values.slice(0, width);
  values.copyWithin(0, width, 2 * width);
  values.set(first, width);
}

const negateRow = (values: Float32Array, width: number, row: number) => {
  for (let index = row * width; index < (row + 1) * width; index++) values[index]! *= -1;
};

// Both basis.bin and token-vectors.bin begin with a basis: one row for each direction that the reduced vectors keep. In
// basis.bin, for the multilingual model, the basis has 384 rows of 512 values. In token-vectors.bin, for MiniLM's token
// vectors, it has 64 rows of 384 values, and the mean token vector follows.
describe('the bundled model is refused', () => {
  test.each([
    ['with two directions swapped', basisPath, (values: Float32Array) => swapRows(values, 512)],
    ['with one of the last directions reversed', basisPath, (values: Float32Array) => negateRow(values, 512, 380)],
    ['with directions of zeros', basisPath, (values: Float32Array) => void values.fill(0)],
    ['with two directions of token vectors swapped', tokenVectorsPath, (values: Float32Array) => swapRows(values, 384)],
    [
      'with a wrong mean token vector',
      tokenVectorsPath,
      (values: Float32Array) => void values.fill(0, 64 * 384, 65 * 384),
    ],
  ])('%s', async (_, path, change) => {
    await expect(bundledEmbedder(withChanged(path, change))).rejects.toThrow(ModelUnavailable);
  });

  test('control: unchanged files are accepted', async () => {
    await expect(bundledEmbedder(withChanged('', () => {}))).resolves.toBeDefined();
  });
});

test('the known vector equals the original model’s vector, reduced to the directions of basis.bin', async () => {
  const { vector } = references.find(({ text }) => text === proof.text)!;
  const values = reduced(vector, new Float32Array((await files.read(basisPath)).buffer));
  expect(Array.from(values, (value) => Math.round(1000 * value) + 0)).toEqual(knownVector);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernelInstance } from '../../../../src/embed/files/kernel-instance.ts';
import { fill } from '../../../../src/embed/files/model-files.ts';
import * as minilm from '../../../../src/embed/minilm/model.ts';
import * as splade from '../../../../src/embed/splade/model.ts';
import * as multilingual from '../../../../src/embed/use-multilingual/model.ts';
import { variants } from '../minilm/modules.ts';

test.each([
  ...[minilm, splade].flatMap(({ kernelPath, weightsFile }) =>
    variants.map((variant) => [kernelPath(variant), weightsFile] as const),
  ),
  [multilingual.kernelPath, multilingual.weightsFile] as const,
])('%s accepts its weights, and detects each of five flipped bits', async (path, { path: weightsPath, check }) => {
  const weights = readFileSync(`public/${weightsPath}`);
  await kernelInstance(readFileSync(`public/${path}`), async (target, checksum) => {
    fill(target, weights);
    expect(checksum()).toBe(check);
    for (const position of [0, 20, 2_000_003, 4_000_009, target.length - 1]) {
      target[position]! ^= 1;
      expect(checksum()).not.toBe(check);
      target[position]! ^= 1;
    }
    expect(checksum()).toBe(check);
  });
});

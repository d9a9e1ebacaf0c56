import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  model,
  tokenVectorsPath,
  vocabularyPath,
  weightsFile,
  weightsPath,
} from '../../../../src/embed/minilm/model.ts';
import { checksum } from '../../../../src/lib/checksum.ts';
import { weights } from './modules.ts';

const folder = 'public/models/all-minilm-l6-v2';
const card = readFileSync(`${folder}/README.md`, 'utf8');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the weights match their hash and checksum, and the model’s id contains the beginning of the hash', () => {
  expect(sha256(weights.subarray(64))).toBe(weightsFile.hash);
  expect(model.id).toContain(weightsFile.hash.slice(0, 12));
  expect(checksum(new Uint32Array(weights.buffer), 0, weights.length / 4, 0)).toBe(weightsFile.check);
});

test.each([weightsPath, vocabularyPath, tokenVectorsPath])('the model card lists %s', (path) => {
  const bytes = readFileSync(`public/${path}`);
  expect(card).toContain(
    `| \`${path.split('/').at(-1)}\` | ${bytes.length.toLocaleString('en')} | \`${sha256(bytes)}\` |`,
  );
});

test('the model takes at most 24 MB of the package', () => {
  const sizes = readdirSync(folder).map((name) => statSync(`${folder}/${name}`).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(24_000_000);
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { basisPath } from '../../../../src/embed/bundled/model.ts';
import { vocabularyPath, weightsFile } from '../../../../src/embed/use-multilingual/model.ts';
import { checksum } from '../../../../src/lib/checksum.ts';

const folder = 'public/models/use-multilingual-3';
const card = readFileSync(`${folder}/README.md`, 'utf8');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const weights = new Uint8Array(readFileSync(`public/${weightsFile.path}`));

test('the weights match their hash and checksum', () => {
  expect(sha256(weights.subarray(64))).toBe(weightsFile.hash);
  expect(checksum(new Uint32Array(weights.buffer), 0, weights.length / 4, 0)).toBe(weightsFile.check);
});

test.each([weightsFile.path, vocabularyPath, basisPath])('the model card lists %s', (path) => {
  const bytes = readFileSync(`public/${path}`);
  expect(card).toContain(
    `| \`${path.split('/').at(-1)}\` | ${bytes.length.toLocaleString('en')} | \`${sha256(bytes)}\` |`,
  );
});

test('the model takes at most 31 MB of the package', () => {
  const sizes = readdirSync(folder).map((name) => statSync(`${folder}/${name}`).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(31_000_000);
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areWhole } from '../../../../src/embed/minilm/kept-copy.ts';
import { model, vocabularyPath, weightsHash, weightsPath } from '../../../../src/embed/minilm/model.ts';
import { weights } from './modules.ts';

const folder = 'public/models/all-minilm-l6-v2';
const card = readFileSync(`${folder}/README.md`, 'utf8');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the weights are those that the model is named for', () => {
  expect(sha256(weights.subarray(64))).toBe(weightsHash);
  expect(model.id).toContain(weightsHash.slice(0, 12));
  expect(areWhole(weights)).toBe(true);
});

test('weights that end early, or of another version, are not whole', () => {
  const other = weights.slice();
  other[20]! ^= 1;
  expect([weights.slice(0, -1), weights.slice(0, 10), new Uint8Array(), other].map(areWhole)).toEqual([false, false, false, false]);
});

test.each([weightsPath, vocabularyPath])('the model card knows %s', (path) => {
  const bytes = readFileSync(`public/${path}`);
  expect(card).toContain(`| \`${path.split('/').at(-1)}\` | ${bytes.length.toLocaleString('en')} | \`${sha256(bytes)}\` |`);
});

test('the model takes at most 24 MB of the package', () => {
  const sizes = readdirSync(folder).map((name) => statSync(`${folder}/${name}`).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(24_000_000);
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { model } from '../../../../src/embed/bundled/model.ts';
import { weightsFile } from '../../../../src/embed/splade/model.ts';
import { checksum } from '../../../../src/lib/checksum.ts';

const folder = 'public/models/splade-tiny';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const weights = new Uint8Array(readFileSync(`public/${weightsFile.path}`));

test('the weights match their hash and checksum, and the model’s id contains the beginning of the hash', () => {
  expect(sha256(weights.subarray(64))).toBe(weightsFile.hash);
  expect(checksum(new Uint32Array(weights.buffer), 0, weights.length / 4, 0)).toBe(weightsFile.check);
  expect(model.id).toContain(weightsFile.hash.slice(0, 12));
});

test('the model card lists the weights', () =>
  expect(readFileSync(`${folder}/README.md`, 'utf8')).toContain(
    `| \`weights.bin\` | ${weights.length.toLocaleString('en')} | \`${sha256(weights)}\` |`,
  ));

test('the model takes at most 5 MB of the package', () => {
  const sizes = readdirSync(folder).map((name) => statSync(`${folder}/${name}`).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(5_000_000);
});

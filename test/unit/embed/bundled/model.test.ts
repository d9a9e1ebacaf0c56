import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { files, model } from '../../../../src/embed/bundled/model.ts';

/** The files on which the vectors depend, except the weights, whose hashes are part of the id. */
const others = files.filter((path) => !path.endsWith('weights.bin'));

// If the hash at the end changes but the id doesn't, raise `methodVersion` or `mixVersion`. Otherwise vectors from the
// old files would be compared with vectors from the new ones.
test('pins the model’s id to the hash of the vocabularies, the token vectors and basis.bin', () => {
  const hash = createHash('sha256');
  for (const path of others) hash.update(readFileSync(`public/${path}`));
  expect(others).toHaveLength(4);
  expect(`${model.id} ${hash.digest('hex').slice(0, 16)}`).toMatchInlineSnapshot(
    `"all-minilm-l6-v2/c748572fac8b/1+splade-tiny/a7ad30544107+use-multilingual-3/0c24d8af8052/2 0341b97bcbce172d"`,
  );
});

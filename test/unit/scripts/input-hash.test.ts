import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inputHash } from '../../../scripts/input-hash.ts';
import { temporaryFolder } from '../../../scripts/browsers/temporary.ts';

const folder = temporaryFolder('inputs');
const at = (path: string) => join(folder, path);
const hash = () => inputHash([folder], { except: [at('made/**')] });

test('inputHash changes only with contents and names', () => {
  mkdirSync(at('deep/down'), { recursive: true });
  mkdirSync(at('made'));
  writeFileSync(at('a.txt'), 'a');
  writeFileSync(at('deep/down/b.txt'), 'b');
  const first = hash();
  expect(hash()).toBe(first);
  writeFileSync(at('made/c.txt'), 'c');
  expect(hash()).toBe(first);
  writeFileSync(at('deep/down/b.txt'), 'B');
  const changed = hash();
  expect(changed).not.toBe(first);
  renameSync(at('a.txt'), at('z.txt'));
  expect(hash()).not.toBe(changed);
  renameSync(at('z.txt'), at('a.txt'));
  writeFileSync(at('deep/down/b.txt'), 'b');
  expect(hash()).toBe(first);
});

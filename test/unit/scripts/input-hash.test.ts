import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inputHash } from '../../../scripts/input-hash.ts';
import { temporaryFolder } from '../../../scripts/browsers/temporary.ts';

const folder = temporaryFolder('inputs');
const pathOf = (path: string) => join(folder, path);
const hash = () => inputHash([folder], { except: [pathOf('made/**')] });

test('inputHash changes only if the contents or the name of an included file change', () => {
  mkdirSync(pathOf('deep/down'), { recursive: true });
  mkdirSync(pathOf('made'));
  writeFileSync(pathOf('a.txt'), 'a');
  writeFileSync(pathOf('deep/down/b.txt'), 'b');
  const first = hash();
  expect(hash()).toBe(first);
  writeFileSync(pathOf('made/c.txt'), 'c');
  expect(hash()).toBe(first);
  writeFileSync(pathOf('deep/down/b.txt'), 'B');
  const changed = hash();
  expect(changed).not.toBe(first);
  renameSync(pathOf('a.txt'), pathOf('z.txt'));
  expect(hash()).not.toBe(changed);
  renameSync(pathOf('z.txt'), pathOf('a.txt'));
  writeFileSync(pathOf('deep/down/b.txt'), 'b');
  expect(hash()).toBe(first);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listVariable, removeFolder, temporaryFolder } from '../browsers/temporary.ts';

/** Global set-up of vitest: removes the temporary folders of its workers, which it kills before they could do so. */
export default function setUp(): () => void {
  const list = join(temporaryFolder('tests'), 'folders.txt');
  writeFileSync(list, '');
  process.env[listVariable] = list;
  return () => readFileSync(list, 'utf8').split('\n').filter(Boolean).forEach(removeFolder);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listVariable, removeFolder, temporaryFolder } from '../browsers/temporary.ts';

/**
 * Creates the list to which workers add their temporary folders. `teardown` removes the folders, because vitest kills
 * its workers first.
 */
export function setup(): void {
  const list = join(temporaryFolder('tests'), 'folders.txt');
  writeFileSync(list, '');
  process.env[listVariable] = list;
}

export function teardown(): void {
  readFileSync(process.env[listVariable]!, 'utf8').split('\n').filter(Boolean).forEach(removeFolder);
}

import { constants, cpSync } from 'node:fs';
import { join } from 'node:path';
import { pglite } from '../../../src/server/database/pglite.ts';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';

/** Names the folder of an empty database that tests copy, since making one takes many times as long; set by ./vitest-setup. */
export const templateVariable = 'COMMONPLACE_TEST_PGLITE';

/** Makes the database that is copied. */
export async function makeTemplate(): Promise<{ folder: string; remove(): void }> {
  const parent = temporaryFolder('pglite-template');
  const folder = join(parent, 'database');
  const database = await pglite(folder);
  await database.close();
  return { folder, remove: () => removeFolder(parent) };
}

/** The folder of a new, empty database of PGlite. */
export function newPgliteFolder(): { folder: string; remove(): void } {
  const template = process.env[templateVariable];
  if (template === undefined) throw new Error('No database was made for the tests to copy: run them as the project `server`.');
  const parent = temporaryFolder('pglite');
  const folder = join(parent, 'database');
  cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { folder, remove: () => removeFolder(parent) };
}

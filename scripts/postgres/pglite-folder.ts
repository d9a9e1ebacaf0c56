import { constants, cpSync } from 'node:fs';
import { join } from 'node:path';
import { pglite } from '../../src/server/database/pglite.ts';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';

/** Names the folder of an empty database that tests copy, since making one takes many times as long; set by the `server` project of the tests. */
export const templateVariable = 'COMMONPLACE_TEST_PGLITE';

/** Where a server keeps it in its folder. */
const database = 'database';

/** Makes the database that is copied. */
export async function makeTemplate(): Promise<{ folder: string; remove(): void }> {
  const parent = temporaryFolder('pglite-template');
  const folder = join(parent, database);
  const made = await pglite(folder);
  await made.close();
  return { folder, remove: () => removeFolder(parent) };
}

/** The folder of a new, empty database of PGlite. */
export function newPgliteFolder(): { folder: string; remove(): void } {
  if (process.env[templateVariable] === undefined)
    throw new Error('No database was made for the tests to copy: run them as the project `server`.');
  const parent = newDataFolder();
  return { folder: join(parent, database), remove: () => removeFolder(parent) };
}

/** A new folder for the data of a server, which goes with this process at the latest. Where a database was made to copy it has that, empty, as if a start had been killed before it made tables; else nothing. */
export function newDataFolder(): string {
  const folder = temporaryFolder('data');
  const template = process.env[templateVariable];
  if (template !== undefined)
    cpSync(template, join(folder, database), { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

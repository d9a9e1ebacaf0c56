import { constants, cpSync, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/server/compose.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { pglite } from '../../src/server/database/pglite.ts';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';

/** Names the folder of the databases that tests copy, since making one takes many times as long; set by the `server` project of the tests. */
export const templateVariable = 'COMMONPLACE_TEST_PGLITE';

/** Names the folder that tests put databases into; set by the `server` project of the tests. */
export const parentVariable = 'COMMONPLACE_TEST_DATABASES';

/** Where a server keeps it in its folder. */
const database = 'database';

/** Memory that must be free for databases: three files of tests run at once, with a few databases of 40 MB each. */
const freeBytes = 3 * 1024 ** 3;

/**
 * Where databases of tests are put: in memory if there is plenty, since they write and synchronise far more than they prove by it.
 * A killed process loses nothing in either; only a power cut would show the difference, and no test has one.
 */
export function databasesParent(memory = '/dev/shm'): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= freeBytes ? memory : tmpdir();
}

/** `empty`: as if a start had been killed before it made tables. `migrated`: with all tables, and nothing in them. */
type Template = 'empty' | 'migrated';

/** Makes the databases that are copied. */
export async function makeTemplates(parent: string): Promise<{ folder: string; remove(): void }> {
  const folder = temporaryFolder('pglite-template', parent);
  const path = (template: Template) => join(folder, template);
  await (await pglite(path('empty'))).close();
  cpSync(path('empty'), path('migrated'), { recursive: true });
  const migrated = await pglite(path('migrated'));
  await migrate(migrated, migrations);
  await migrated.close();
  return { folder, remove: () => removeFolder(folder) };
}

/** The folder of a new database of PGlite. */
export function newPgliteFolder(template: Template = 'empty'): { folder: string; remove(): void } {
  if (process.env[templateVariable] === undefined)
    throw new Error('No database was made for the tests to copy: run them as the project `server`.');
  const parent = newDataFolder(template);
  return { folder: join(parent, database), remove: () => removeFolder(parent) };
}

/** A new folder for the data of a server, which goes with this process at the latest. It has a database if the tests made one to copy; else nothing. */
export function newDataFolder(template: Template = 'migrated'): string {
  const folder = emptyDataFolder();
  const templates = process.env[templateVariable];
  if (templates !== undefined)
    cpSync(join(templates, template), join(folder, database), { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

/** A new folder for the data of a server, with nothing in it. */
export const emptyDataFolder = (): string => temporaryFolder('data', process.env[parentVariable]);

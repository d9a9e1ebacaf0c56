import { constants, cpSync, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/server/compose.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { pglite } from '../../src/server/database/pglite.ts';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';

/**
 * The environment variable with the folder of template databases. Tests copy these, which is much faster than creating
 * a database. Set for the `server` tests.
 */
export const templateVariable = 'COMMONPLACE_TEST_PGLITE';

/** The environment variable with the folder in which tests create databases. Set for the `server` tests. */
export const parentVariable = 'COMMONPLACE_TEST_DATABASES';

/** The name of the database's folder in a server's data folder. */
const database = 'database';

/**
 * The free memory that databases need, with a wide margin: three test files run at once, each with a few databases of
 * 40 MB.
 */
const freeBytes = 3 * 1024 ** 3;

/**
 * The folder in which tests create databases: in RAM (`/dev/shm`) if enough is free, to avoid many writes and fsyncs.
 * Data there survives a killed process. Only a power cut would lose it, and no test simulates one.
 */
export function databasesParent(memory = '/dev/shm'): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= freeBytes ? memory : tmpdir();
}

/** `empty`: without tables, like after a start that was killed early. `migrated`: with empty tables. */
type Template = 'empty' | 'migrated';

/** Creates the template databases that tests copy. Returns their folder. */
export async function makeTemplates(parent: string): Promise<string> {
  const folder = temporaryFolder('pglite-template', parent);
  const path = (template: Template) => join(folder, template);
  await (await pglite(path('empty'))).close();
  cpSync(path('empty'), path('migrated'), { recursive: true });
  const migrated = await pglite(path('migrated'));
  await migrate(migrated, migrations);
  await migrated.close();
  return folder;
}

/** Creates a PGlite database by copying a template. Returns its folder. */
export function newPgliteFolder(template: Template = 'empty'): { folder: string; remove(): void } {
  if (process.env[templateVariable] === undefined)
    throw new Error('There is no database to copy. Run these tests with --project server.');
  const parent = newDataFolder(template);
  return { folder: join(parent, database), remove: () => removeFolder(parent) };
}

/**
 * Creates a data folder, which is deleted at the latest when this process exits. Copies a template database into it if
 * there is one.
 */
export function newDataFolder(template: Template = 'migrated'): string {
  const folder = emptyDataFolder();
  const templates = process.env[templateVariable];
  if (templates !== undefined)
    cpSync(join(templates, template), join(folder, database), { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

/** A new data folder with nothing in it. */
export const emptyDataFolder = (): string => temporaryFolder('data', process.env[parentVariable]);

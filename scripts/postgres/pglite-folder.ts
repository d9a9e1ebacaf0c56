import { constants, cpSync, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/server/compose.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { pglite } from '../../src/server/database/pglite.ts';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';

/**
 * The environment variable with the folder of template databases. Copying a template is faster than creating a
 * database.
 */
export const templateVariable = 'COMMONPLACE_TEST_PGLITE';

/** The environment variable with the folder in which tests create databases. */
export const parentVariable = 'COMMONPLACE_TEST_DATABASES';

const database = 'database';

/** Enough for three parallel test files, each with a few databases of 40 MB. */
const freeBytes = 3 * 1024 ** 3;

/** The parent folder of test databases: `/dev/shm` (RAM) if enough is free, which avoids slow fsyncs. */
export function databasesParent(memory = '/dev/shm'): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= freeBytes ? memory : tmpdir();
}

/** `empty`: no tables. `migrated`: all tables, without rows. */
type Template = 'empty' | 'migrated';

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

/** Creates a PGlite database by copying a template. */
export function newPgliteFolder(template: Template = 'empty'): { folder: string; remove(): void } {
  if (process.env[templateVariable] === undefined)
    throw new Error('There is no database to copy. Run these tests with --project server.');
  const parent = newDataFolder(template);
  return { folder: join(parent, database), remove: () => removeFolder(parent) };
}

/**
 * Creates a data folder that is deleted when this process exits. Contains a copy of the template if there are
 * templates.
 */
export function newDataFolder(template: Template = 'migrated'): string {
  const folder = emptyDataFolder();
  const templates = process.env[templateVariable];
  if (templates !== undefined)
    cpSync(join(templates, template), join(folder, database), { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

export const emptyDataFolder = (): string => temporaryFolder('data', process.env[parentVariable]);

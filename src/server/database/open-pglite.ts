import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { fsync } from '../fsync.ts';
import { DurableFiles } from './durable-files.ts';

/**
 * PGlite's parameters without `-F`, which turns `fsync` off. The WAL is written with `fsync` too, because
 * PostgreSQL's default on some systems is `fdatasync`, which PGlite doesn't implement.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

const options: PGliteOptions = { extensions: { vector }, startParams };

/** Opens or creates the database in a folder, which no other process may use. */
export async function openPglite(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) await makeDatabase(folder);
  // PGlite makes its files readable and writable by everyone, so the folder admits only this user.
  chmodSync(folder, 0o700);
  return create(folder);
}

/** @throws Error whose message says that the disk is full, if that is the reason */
async function create(folder: string): Promise<PGlite> {
  const files = new DurableFiles(folder);
  return PGlite.create({ ...options, fs: files }).catch((error: unknown) => {
    throw new Error(
      files.metFullDisk ? 'No space left on device' : error instanceof Error ? error.message : JSON.stringify(error),
      { cause: error },
    );
  });
}

/**
 * Creates the database next to its folder and moves it there once it is complete and on disk, so that an incomplete
 * database is never opened.
 */
async function makeDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const database = await create(unfinished);
  await database.close();
  for (const path of readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) fsync(join(unfinished, path));
  fsync(unfinished);
  renameSync(unfinished, folder);
  fsync(dirname(folder));
}

import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { fsync } from '../fsync.ts';
import { DurableFiles } from './durable-files.ts';

/** PGlite's own, but for `-F`, which does without `fsync`; and by `fsync` also where PostgreSQL would choose `fdatasync`, since that has no way out of PGlite. */
const startParams = [...PGlite.defaultStartParams.filter((one) => one !== '-F'), '-c', 'wal_sync_method=fsync'];

const options: PGliteOptions = { extensions: { vector }, startParams };

/** Opens the database in a folder, or makes a new one there. Nobody else may have the folder open. */
export async function openPglite(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) await makeIn(folder);
  // PGlite lets everybody read and write its files; nobody else is to come to them.
  chmodSync(folder, 0o700);
  return create(folder);
}

/** @throws Error that names a full disk if that was the reason */
async function create(folder: string): Promise<PGlite> {
  const files = new DurableFiles(folder);
  return PGlite.create({ ...options, fs: files }).catch((error: unknown) => {
    throw new Error(
      files.metFullDisk ? 'No space left on device' : error instanceof Error ? error.message : JSON.stringify(error),
      { cause: error },
    );
  });
}

/** Made beside its place and moved there when it is whole and on the disk, so that no half of one is ever opened. */
async function makeIn(folder: string): Promise<void> {
  const half = `${folder}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  const database = await create(half);
  await database.close();
  for (const path of readdirSync(half, { recursive: true, encoding: 'utf8' })) fsync(join(half, path));
  fsync(half);
  renameSync(half, folder);
  fsync(dirname(folder));
}

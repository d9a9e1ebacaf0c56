import { stat, statfs } from 'node:fs/promises';
import { counts } from './counts.ts';
import { good, note, wrong, type Examine } from './finding.ts';
import { indexes, model, reading } from './searching.ts';

/** With less free space, the next large import may fill the disk. */
const lowBytes = 1_000_000_000;

const folder: Examine = async ({ location }) => {
  if (!('folder' in location)) return undefined;
  const { mode } = await stat(location.folder);
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return isOpen
    ? wrong('folder', `Other users of this machine can read ${location.folder}. Run: chmod 700 ${location.folder}`)
    : good('folder', `${location.folder}, locked by process ${process.pid}, readable only by its owner.`);
};

const disk: Examine = async ({ location }) => {
  if (!('folder' in location)) return undefined;
  const { bavail, bsize } = await statfs(location.folder);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free.`;
  return bavail * bsize < lowBytes
    ? note('disk', `${free} Free some space: nothing can be saved on a full disk.`)
    : good('disk', free);
};

/** Always good: opening the database fails if PostgreSQL is too old or a newer Commonplace has changed the tables. */
const database: Examine = async ({ database }) => good('database', `${database.name}.`);

const pgvector: Examine = async ({ database }) =>
  database.pgvector
    ? good('pgvector', 'Installed: search by meaning stays fast for many vectors.')
    : note(
        'pgvector',
        'Not installed: all vectors are compared, which is slow if one user has more than 50,000. Install pgvector in the database and restart the server.',
      );

const tables: Examine = async ({ migrated }) =>
  good('tables', migrated.length === 0 ? 'Up to date.' : `Migrated when opened: ${migrated.join(', ')}.`);

/** Each check relies only on the ones before it. */
export const examinations: readonly Examine[] = [
  folder,
  disk,
  database,
  pgvector,
  tables,
  counts,
  indexes,
  reading,
  model,
];

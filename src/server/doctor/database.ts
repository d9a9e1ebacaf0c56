import { good, note, type Examine } from './finding.ts';

/** One that is too old, or from a newer version of ours, was refused when it was opened. */
export const database: Examine = async ({ database }) => good('database', `${database.name}.`);

export const pgvector: Examine = async ({ database }) =>
  database.pgvector
    ? good('pgvector', 'Installed: search by meaning stays fast for many vectors.')
    : note(
        'pgvector',
        'Not installed: all vectors are compared, which is slow if one user has more than 50,000. Install pgvector in the database and restart the server.',
      );

export const tables: Examine = async ({ migrated }) =>
  good('tables', migrated.length === 0 ? 'Up to date.' : `Migrated when opened: ${migrated.join(', ')}.`);

import { good, note, type Examine } from './finding.ts';

/** One that is too old, or from a newer version of ours, was refused when it was opened. */
export const database: Examine = async ({ database }) => good('database', `${database.name}.`);

export const pgvector: Examine = async ({ database }) =>
  database.pgvector
    ? good('pgvector', 'There: the nearest of very many vectors are found by it.')
    : note('pgvector', 'Not there: all vectors are compared, which takes long where one user has more than 50,000. Install pgvector in the database and start the server again.');

export const tables: Examine = async ({ migrated }) => good('tables', migrated.length === 0 ? 'In the form of this version.' : `Brought to the form of this version when they were opened: ${migrated.join(', ')}.`);

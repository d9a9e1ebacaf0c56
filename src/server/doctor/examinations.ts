import type { House } from '../compose.ts';

export interface Finding {
  /** What was looked at. */
  what: string;
  state: 'good' | 'note' | 'wrong';
  /** What was found, and what to do where it is wrong. */
  says: string;
}

type Examine = (house: House) => Promise<Finding>;

const database: Examine = async ({ database }) => ({ what: 'database', state: 'good', says: `${database.name}.` });

const pgvector: Examine = async ({ database }) =>
  database.pgvector
    ? { what: 'pgvector', state: 'good', says: 'There: it finds the nearest among very many vectors.' }
    : { what: 'pgvector', state: 'note', says: 'Not there: vectors are all compared, which takes long above 50,000 of one user. Install pgvector and start the server again.' };

const tables: Examine = async ({ migrated }) => ({ what: 'tables', state: 'good', says: migrated.length === 0 ? 'In the form of this version.' : `Brought to the form of this version: ${migrated.join(', ')}.` });

/** In the order in which one builds on the other. */
export const examinations: readonly Examine[] = [database, pgvector, tables];

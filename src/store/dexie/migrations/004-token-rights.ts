import type { Migration } from './migration.ts';

/**
 * From here on, tokens can have further secrets (`laterHashes`), be limited to the memories that they saved
 * (`ownOnly`), and be `paused`.
 */
export const tokenRights: Migration = {
  version: 4,
  stores: {},
};

import type { Migration } from './migration.ts';

/** Tokens have `laterHashes`, `ownOnly` and `paused` from here on. */
export const tokenRights: Migration = {
  version: 4,
  stores: {},
};

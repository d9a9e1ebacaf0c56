import type { Migration } from './migration.ts';

/** Tokens have `session` from here on. */
export const session: Migration = {
  version: 7,
  stores: {},
};

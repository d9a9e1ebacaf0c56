import type { Migration } from './migration.ts';

/** Memories have `capture` from here on. */
export const capture: Migration = {
  version: 5,
  stores: {},
};

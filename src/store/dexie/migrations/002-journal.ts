import type { Migration } from './migration.ts';

export const journal: Migration = {
  version: 2,
  stores: { journal: 'name' },
};

import type { Migration } from './migration.ts';

export const sync: Migration = {
  version: 6,
  stores: {
    syncItems: 'id, remote, [due+id], *prints',
    syncCollections: 'remote',
    syncVersions: '++number, id, at',
    syncLink: 'name',
  },
};

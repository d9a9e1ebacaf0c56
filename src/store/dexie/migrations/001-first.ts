import type { Migration } from './migration.ts';

export const first: Migration = {
  version: 1,
  stores: {
    memories: 'id, seq, *entries',
    tombstones: 'id, seq',
    collections: 'id, &key',
    tokens: 'id',
    idempotency: '[tokenId+operation+key], createdAt',
    counts: 'facet',
    counters: 'name',
    settings: 'name',
  },
};

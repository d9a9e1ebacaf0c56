import type { Migration } from './migration.ts';

export const answersByMemory: Migration = {
  version: 3,
  stores: { idempotency: '[tokenId+operation+key], createdAt, memory' },
};

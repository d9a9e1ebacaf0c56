import type { OperationName } from '../../v1/operations.ts';
import type { Operation } from '../call.ts';
import { batch } from './batch.ts';
import { createCollection } from './create-collection.ts';
import { createMemory } from './create-memory.ts';
import { createToken } from './create-token.ts';
import { createTokenSecret } from './create-token-secret.ts';
import { deleteCollection } from './delete-collection.ts';
import { deleteMemory } from './delete-memory.ts';
import { importMemories } from './import-memories.ts';
import { listChanges } from './list-changes.ts';
import { listCollections } from './list-collections.ts';
import { listCollectionMemories, listMemories } from './list-memories.ts';
import { listTags } from './list-tags.ts';
import { listTokens } from './list-tokens.ts';
import { readDigest } from './read-digest.ts';
import { readMemory } from './read-memory.ts';
import { readUsage } from './read-usage.ts';
import { restoreMemory } from './restore-memory.ts';
import { revokeToken } from './revoke-token.ts';
import { searchMemories } from './search-memories.ts';
import { undoImport } from './undo-import.ts';
import { updateCollection } from './update-collection.ts';
import { updateMemory } from './update-memory.ts';
import { updateToken } from './update-token.ts';

/** The handler of every operation, by name. */
export const handlers: { [N in OperationName]: Operation<N> } = {
  listMemories,
  createMemory,
  searchMemories,
  readMemory,
  updateMemory,
  deleteMemory,
  restoreMemory,
  importMemories,
  undoImport,
  listCollections,
  createCollection,
  updateCollection,
  deleteCollection,
  listCollectionMemories,
  listTags,
  listChanges,
  readDigest,
  readUsage,
  batch,
  listTokens,
  createToken,
  updateToken,
  createTokenSecret,
  revokeToken,
};

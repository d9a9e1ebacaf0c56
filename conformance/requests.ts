import type { OperationName } from '../src/v1/operations.ts';
import { newWord, type Context } from './context.ts';
import { importedMemory } from './imported-memory.ts';
import type { Input } from './session.ts';

const createTrashedMemory = async (context: Context) => {
  const { id } = await context.memory();
  await context.admin.expectSuccess('deleteMemory', { id });
  return id;
};

/**
 * Creates what the request needs, and returns a request that succeeds for a token with the operation's scope. `caller`:
 * the id of that token. Default: the administrator's.
 */
export const requests: Record<OperationName, (context: Context, caller?: string) => Promise<Input>> = {
  listMemories: async () => ({}),
  createMemory: async () => ({ body: { content: newWord() } }),
  searchMemories: async () => ({ body: { query: newWord() } }),
  readMemory: async (context) => ({ id: (await context.memory()).id }),
  updateMemory: async (context) => ({ id: (await context.memory()).id, body: { title: newWord() } }),
  deleteMemory: async (context) => ({ id: (await context.memory()).id }),
  restoreMemory: async (context) => ({ id: await createTrashedMemory(context) }),
  importMemories: async () => ({ body: { memories: [importedMemory()] } }),
  undoImport: async () => ({ body: { memories: [{ id: importedMemory().id, version: 1 }] } }),
  listCollections: async () => ({}),
  createCollection: async () => ({ body: { name: newWord() } }),
  updateCollection: async (context) => ({ id: (await context.collection()).id, body: { name: newWord() } }),
  deleteCollection: async (context) => ({ id: (await context.collection()).id }),
  listCollectionMemories: async (context) => ({ id: (await context.collection()).id }),
  listTags: async () => ({}),
  listChanges: async () => ({}),
  readDigest: async () => ({}),
  readUsage: async () => ({}),
  batch: async () => ({ body: { requests: [{ method: 'POST', path: '/v1/memories', body: { content: newWord() } }] } }),
  listTokens: async () => ({}),
  createToken: async () => ({ body: { name: newWord(), scopes: ['tokens:manage'] } }),
  updateToken: async (context) => ({
    id: (await context.createToken({ scopes: ['memories:read'] })).id,
    body: { paused: true },
  }),
  createTokenSecret: async (context, caller) => ({
    id: caller ?? (await context.createToken({ scopes: ['tokens:manage'] })).id,
  }),
  revokeToken: async (context) => ({ id: (await context.createToken()).id }),
};

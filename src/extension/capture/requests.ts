import type { Vouched } from '../../service/vouched.ts';
import type { RequestEnvelope } from '../../v1/envelope.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import type { CreateMemory } from '../../v1/schemas/memory.ts';

/**
 * Facts about the sender that the host vouches for in requests of the background, such as a save from the context menu.
 */
export const menuVouched = { source: 'context-menu' } as const satisfies Vouched;

export function createMemoryRequest(memory: CreateMemory): RequestEnvelope {
  const { method, path } = operations.createMemory;
  return {
    commonplace: 1,
    method,
    path: versionPrefix + path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(memory),
  };
}

export function deleteMemoryRequest(id: string): RequestEnvelope {
  const { method, path } = operations.deleteMemory;
  return { commonplace: 1, method, path: versionPrefix + path.replace(':id', encodeURIComponent(id)), headers: {} };
}

/** A cheap request that starts the engine. */
export function wakingRequest(): RequestEnvelope {
  const { method, path } = operations.readUsage;
  return { commonplace: 1, method, path: versionPrefix + path, headers: {} };
}

/** A small request that shows whether a collection exists: if not, the response is 404. */
export function collectionRequest(id: string): RequestEnvelope {
  const { method, path } = operations.listCollectionMemories;
  const target = `${versionPrefix}${path.replace(':id', encodeURIComponent(id))}?limit=1`;
  return { commonplace: 1, method, path: target, headers: {} };
}

import { versionPrefix } from '../src/v1/operations.ts';
import type { ExtensionName } from '../src/v1/extensions.ts';
import type { Answer, Sent } from './wire.ts';

/** Something the server created. */
export interface CreatedItem {
  kind: 'memory' | 'collection' | 'token';
  id: string;
}

const kinds: Record<string, CreatedItem['kind']> = {
  '/v1/memories': 'memory',
  '/v1/collections': 'collection',
  '/v1/tokens': 'token',
};

export const extensionToRemove: Record<CreatedItem['kind'], ExtensionName> = {
  memory: 'delete',
  collection: 'collections-edit',
  token: 'tokens',
};

export function createdItemIn({ method, path }: Sent, { status, body }: Answer): CreatedItem | undefined {
  const kind = kinds[path.split('?')[0] ?? ''];
  const id = (body as { id?: unknown } | null | undefined)?.id;
  return method === 'POST' && kind !== undefined && status >= 200 && status < 300 && typeof id === 'string'
    ? { kind, id }
    : undefined;
}

export function deleteRequestOf({ kind, id }: CreatedItem): Sent {
  const folder = { memory: 'memories', collection: 'collections', token: 'tokens' }[kind];
  return {
    method: 'DELETE',
    path: `${versionPrefix}/${folder}/${encodeURIComponent(id)}${kind === 'memory' ? '?permanent=true' : ''}`,
  };
}

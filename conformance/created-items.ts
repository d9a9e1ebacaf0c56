import { versionPrefix } from '../src/v1/operations.ts';
import type { ExtensionName } from '../src/v1/extensions.ts';
import type { ImportResult } from '../src/v1/schemas/transfer.ts';
import type { Answer, Sent } from './wire.ts';

export interface CreatedItem {
  kind: 'memory' | 'collection' | 'token';
  id: string;
}

const kinds: Record<string, CreatedItem['kind']> = {
  '/v1/memories': 'memory',
  '/v1/collections': 'collection',
  '/v1/tokens': 'token',
};

/** The v1 extension with which a client can delete an item. */
export const extensionForDeleting: Record<CreatedItem['kind'], ExtensionName> = {
  memory: 'delete',
  collection: 'collections-edit',
  token: 'tokens',
};

interface Imported {
  memories: ImportResult[];
  collections: ImportResult[];
}

export function createdItemsIn(sent: Sent, answer: Answer): CreatedItem[] {
  if (sent.path === `${versionPrefix}/batch` && answer.status === 200) return createdInBatch(sent, answer);
  if (sent.path !== '/v1/memories/import' || answer.status !== 200) return createdItemIn(sent, answer);
  const { memories, collections } = answer.body as Imported;
  const created = (results: ImportResult[], kind: CreatedItem['kind']) =>
    results.filter(({ outcome }) => outcome === 'created').map(({ id }) => ({ kind, id }));
  return [...created(memories, 'memory'), ...created(collections, 'collection')];
}

function createdInBatch(sent: Sent, answer: Answer): CreatedItem[] {
  const { requests } = JSON.parse(sent.body ?? '') as { requests: Pick<Sent, 'method' | 'path'>[] };
  const { responses } = answer.body as { responses: Pick<Answer, 'status' | 'body'>[] };
  return requests.flatMap((request, index) => createdItemIn(request, responses[index] ?? { status: 0, body: null }));
}

function createdItemIn(
  { method, path }: Pick<Sent, 'method' | 'path'>,
  { status, body }: Pick<Answer, 'status' | 'body'>,
): CreatedItem[] {
  const kind = kinds[path.split('?')[0] ?? ''];
  const id = (body as { id?: unknown } | null | undefined)?.id;
  return method === 'POST' && kind !== undefined && status >= 200 && status < 300 && typeof id === 'string'
    ? [{ kind, id }]
    : [];
}

export function deleteRequestOf({ kind, id }: CreatedItem): Sent {
  const folder = { memory: 'memories', collection: 'collections', token: 'tokens' }[kind];
  return {
    method: 'DELETE',
    path: `${versionPrefix}/${folder}/${encodeURIComponent(id)}${kind === 'memory' ? '?permanent=true' : ''}`,
  };
}

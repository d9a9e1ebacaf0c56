import type { ErrorCode } from '../errors.ts';
import { operations, writesContent, type OperationName } from '../operations.ts';

/** Operations whose query or body may name a missing collection, memory or position in the change feed. */
const referring = new Set<OperationName>([
  'listMemories',
  'createMemory',
  'updateMemory',
  'searchMemories',
  'createToken',
  'listChanges',
]);

/** Operations that set a name which must be unique. */
const naming = new Set<OperationName>(['createCollection', 'updateCollection']);

/** Operations that accept `If-Match`. */
const conditional = new Set<OperationName>(['updateMemory', 'deleteMemory']);

export function acceptsIfMatch(name: OperationName): boolean {
  return conditional.has(name);
}

/** True for a POST that writes, except `batch`: each request in a batch has its own key. */
export function acceptsIdempotencyKey(name: OperationName): boolean {
  return operations[name].method === 'POST' && writes(name) && name !== 'batch';
}

function writes(name: OperationName): boolean {
  return operations[name].method !== 'GET' && name !== 'searchMemories';
}

/** Every error that an operation can return, ordered by status. */
export function errorsOf(name: OperationName): ErrorCode[] {
  const { method, path, scope } = operations[name];
  const possible: [ErrorCode, boolean][] = [
    ['invalid_request', true],
    ['unauthorized', true],
    // Every operation refuses a paused token with this error.
    ['forbidden', true],
    ['quota_exceeded', writesContent(name) || scope === 'memories:import'],
    ['not_found', path.includes(':id') || referring.has(name)],
    ['conflict', acceptsIdempotencyKey(name) || naming.has(name)],
    ['precondition_failed', acceptsIfMatch(name)],
    ['payload_too_large', method !== 'GET'],
    ['unsupported_media_type', method !== 'GET'],
    ['rate_limited', true],
    ['internal', true],
    ['unavailable', true],
    ['storage_full', writes(name)],
  ];
  return possible.filter(([, may]) => may).map(([code]) => code);
}

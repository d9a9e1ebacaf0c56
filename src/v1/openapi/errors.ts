import type { ErrorCode } from '../errors.ts';
import { operations, type OperationName } from '../operations.ts';

/** The operations that name a collection, or a memory, elsewhere than in their path: it may be absent. */
const referring = new Set<OperationName>([
  'listMemories',
  'createMemory',
  'updateMemory',
  'searchMemories',
  'createToken',
]);

/** The operations that give or change a name that must be nobody else's. */
const naming = new Set<OperationName>(['createCollection', 'updateCollection']);

/** The operations that change one memory and so heed `If-Match`. */
const conditional = new Set<OperationName>(['updateMemory', 'deleteMemory']);

export function heedsIfMatch(name: OperationName): boolean {
  return conditional.has(name);
}

/** Whether `Idempotency-Key` may be sent: a POST that writes. */
export function heedsIdempotencyKey(name: OperationName): boolean {
  return operations[name].method === 'POST' && writes(name);
}

function writes(name: OperationName): boolean {
  return operations[name].method !== 'GET' && name !== 'searchMemories';
}

/** Every error that an operation may answer, in the order of their statuses. */
export function errorsOf(name: OperationName): ErrorCode[] {
  const { method, path, scope } = operations[name];
  const possible: [ErrorCode, boolean][] = [
    ['invalid_request', true],
    ['unauthorized', true],
    ['forbidden', scope !== null],
    ['quota_exceeded', scope?.endsWith(':write') ?? false],
    ['not_found', path.includes(':id') || referring.has(name)],
    ['conflict', heedsIdempotencyKey(name) || naming.has(name)],
    ['precondition_failed', heedsIfMatch(name)],
    ['payload_too_large', method !== 'GET'],
    ['unsupported_media_type', method !== 'GET'],
    ['rate_limited', true],
    ['internal', true],
    ['unavailable', true],
    ['storage_full', writes(name)],
  ];
  return possible.filter(([, may]) => may).map(([code]) => code);
}

import { Problem } from '../../src/service/problem.ts';
import {
  combine,
  emptyFingerprint,
  fingerprintOf,
  fingerprintText,
  type Fingerprint,
} from '../../src/v1/fingerprint.ts';
import type { OperationName } from '../../src/v1/operations.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { ModelResponse } from './model-server.ts';

const names = [
  'listMemories',
  'createMemory',
  'searchMemories',
  'readMemory',
  'updateMemory',
  'deleteMemory',
  'restoreMemory',
  'listCollections',
  'createCollection',
  'updateCollection',
  'deleteCollection',
  'listCollectionMemories',
  'listChanges',
  'readDigest',
] as const satisfies OperationName[];

export type ModelOperation = (typeof names)[number];

export const isOperation = (name: OperationName): name is ModelOperation => (names as readonly string[]).includes(name);

export interface StoredMemory extends Omit<Memory, 'deletedAt' | 'origin' | 'untrusted'> {
  deletedAt: string | null;
  seq: number;
}

/**
 * What a `since` of listChanges contains: the seq of the last change that was read, the collections at that time, and
 * the seq of the last deletion that the feed had dropped by then, if any.
 */
type Position = [seq: number, collections: string, dropped?: number];

export function positionIn(since: string): Position {
  try {
    return JSON.parse(since) as Position;
  } catch {
    throw tooOld();
  }
}

export const tooOld = () => new Problem('not_found', 'The feed no longer reaches back to `since`.', { status: 410 });

/** @throws Problem `precondition_failed` */
export function requireMatch(headers: Record<string, string>, { version }: StoredMemory): void {
  const wanted = headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes(`"${version}"`)) throw new Problem('precondition_failed', `It is at version ${version}.`);
}

/** Memories are replaced, never changed, so their fingerprints are computed once. */
const fingerprints = new WeakMap<StoredMemory, Fingerprint>();

function fingerprintOfStored(memory: StoredMemory): Fingerprint {
  const known = fingerprints.get(memory);
  if (known !== undefined) return known;
  const fingerprint = fingerprintOf(memory);
  fingerprints.set(memory, fingerprint);
  return fingerprint;
}

export function summaryOf(memories: StoredMemory[]): { count: number; fingerprint: string } {
  const sum = emptyFingerprint();
  for (const memory of memories) combine(sum, fingerprintOfStored(memory));
  return { count: memories.length, fingerprint: fingerprintText(sum) };
}

export function memoryOf({ seq: _, deletedAt, ...memory }: StoredMemory): Memory {
  return { ...memory, ...(deletedAt !== null && { deletedAt }) };
}

export const memoryResponse = (status: number, memory: StoredMemory): ModelResponse =>
  responseOf(status, memoryOf(memory), {
    etag: `"${memory.version}"`,
    ...(status === 201 && { location: `/v1/memories/${memory.id}` }),
  });

export const responseOf = (status: number, body?: unknown, headers: Record<string, string> = {}): ModelResponse => ({
  status,
  body,
  headers,
});

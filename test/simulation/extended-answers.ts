import { Problem } from '../../src/service/problem.ts';
import { combine, fingerprintOf, fingerprintText, noFingerprint, type Fingerprint } from '../../src/v1/fingerprint.ts';
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

export type Name = (typeof names)[number];

export const isOperation = (name: OperationName): name is Name => (names as readonly string[]).includes(name);

/** A memory of the extended server. */
export interface Kept extends Omit<Memory, 'deletedAt' | 'origin' | 'untrusted'> {
  deletedAt: string | null;
  seq: number;
}

/** Up to which change the feed was read, the collections then, and what the feed had dropped when it was begun. */
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
export function requireMatch(headers: Record<string, string>, { version }: Kept): void {
  const wanted = headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes(`"${version}"`)) throw new Problem('precondition_failed', `It is at version ${version}.`);
}

/** Memories are replaced, never changed, so their fingerprints are computed once. */
const prints = new WeakMap<Kept, Fingerprint>();

function printOf(memory: Kept): Fingerprint {
  const known = prints.get(memory);
  if (known !== undefined) return known;
  const print = fingerprintOf(memory);
  prints.set(memory, print);
  return print;
}

export function summaryOf(memories: Kept[]): { count: number; fingerprint: string } {
  const sum = noFingerprint();
  for (const memory of memories) combine(sum, printOf(memory));
  return { count: memories.length, fingerprint: fingerprintText(sum) };
}

export function memoryOf({ seq: _, deletedAt, ...memory }: Kept): Memory {
  return { ...memory, ...(deletedAt !== null && { deletedAt }) };
}

export const shown = (status: number, memory: Kept): ModelResponse =>
  done(status, memoryOf(memory), {
    etag: `"${memory.version}"`,
    ...(status === 201 && { location: `/v1/memories/${memory.id}` }),
  });

export const done = (status: number, body?: unknown, headers: Record<string, string> = {}): ModelResponse => ({
  status,
  body,
  headers,
});

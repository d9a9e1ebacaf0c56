import type { Client } from '../../client/index.ts';
import type { ErrorCode } from '../../v1/errors.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { ImportedCollection, ImportOutcome } from '../../v1/schemas/transfer.ts';
import type { LastImport } from './last-import.ts';
import type { FoundMemory } from './read-files.ts';
import { hasCode } from '../state/sentence.ts';

/** What to import. The `collection` of a memory is the id of an existing or imported collection, or null. */
export interface ReadyImport {
  memories: Omit<FoundMemory, 'collectionName'>[];
  collections: Map<string, ImportedCollection>;
}

export type Totals = Record<ImportOutcome, number>;

/** The outcome of an import or, after a dry run, the expected one. */
export interface ImportResult {
  totals: Totals;
  /** The memories that were refused or in conflict, with the reasons. `where`: see {@link FoundMemory}. */
  skipped: { where: string; reason: string }[];
  /** The ids of the updated memories. */
  updated: string[];
  created: { id: string; version: number }[];
  createdCollections: string[];
  /** The failure that ended the import early; absent after an abort. */
  failure?: Error;
}

interface SendOptions {
  dryRun: boolean;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The largest total size of the memories in a request, in bytes. The rest of the size limit is for the collections. */
const maxRequestBytes = limits.importBodyBytes / 2;

/** Imports everything. After an abort or failure, returns the outcome so far. */
export async function sendAll(
  client: Client,
  { memories, collections }: ReadyImport,
  { dryRun, onProgress, signal }: SendOptions,
): Promise<ImportResult> {
  const outcome: ImportResult = {
    totals: { created: 0, updated: 0, unchanged: 0, kept: 0, conflict: 0, refused: 0 },
    skipped: [],
    updated: [],
    created: [],
    createdCollections: [],
  };
  /** The ids of the collections that are still unsent. */
  const unusedCollections = new Set(collections.keys());
  let done = 0;
  async function send(batch: ReadyImport['memories']): Promise<void> {
    const ids = new Set(batch.flatMap(({ memory }) => memory.collection ?? []));
    for (const id of ids) unusedCollections.delete(id);
    const answer = await client.memories.importMany({
      memories: batch.map(({ memory }) => memory),
      collections: [...ids].flatMap((id) => collections.get(id) ?? []),
      dryRun,
    });
    record(outcome, answer, batch);
    done += batch.length;
    onProgress(done / memories.length);
  }
  try {
    await runConcurrently(batchesOf(memories, signal), send);
    for (const rest of piecesOf([...unusedCollections].map((id) => collections.get(id)!)))
      if (!signal.aborted)
        record(outcome, await client.memories.importMany({ memories: [], collections: rest, dryRun }), []);
  } catch (failure) {
    outcome.failure = errorOf(failure);
  }
  return outcome;
}

const errorOf = (failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure)));

type Answer = Awaited<ReturnType<Client['memories']['importMany']>>;

function record(outcome: ImportResult, answer: Answer, batch: ReadyImport['memories']): void {
  for (const [index, { id, outcome: imported, reason }] of answer.memories.entries()) {
    const { memory, where } = batch[index]!;
    outcome.totals[imported]++;
    if (reason !== undefined)
      outcome.skipped.push({ where, reason: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` });
    if (imported === 'updated') outcome.updated.push(id);
    if (imported === 'created') outcome.created.push({ id, version: memory.version ?? 1 });
  }
  for (const { id, outcome: what } of answer.collections) if (what === 'created') outcome.createdCollections.push(id);
}

function* batchesOf(memories: ReadyImport['memories'], signal: AbortSignal): Generator<ReadyImport['memories']> {
  for (let start = 0; start < memories.length && !signal.aborted;) {
    const batch = batchFrom(memories, start);
    yield batch;
    start += batch.length;
  }
}

function* piecesOf<Item>(items: Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += limits.importRows) yield items.slice(at, at + limits.importRows);
}

/** How many requests may be open at once. The service can check one while it writes the memories of the other. */
const atOnce = 2;

/** Does the work for all items, `atOnce` at a time. After a failure, lets the started work end, then rejects. */
async function runConcurrently<Item>(items: Generator<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  // The loops share one generator. A loop that fails closes the generator, which ends the other loops too.
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      for (const item of items) await work(item);
    }),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

function batchFrom(memories: ReadyImport['memories'], start: number): ReadyImport['memories'] {
  let bytes = 0;
  let end = start;
  while (end < memories.length && end - start < limits.importRows) {
    bytes += new TextEncoder().encode(JSON.stringify(memories[end]!.memory)).length;
    if (bytes > maxRequestBytes && end > start) break;
    end++;
  }
  return memories.slice(start, end);
}

/** For more memories than this, `readEach` lists all memories: usually fewer requests than single reads. */
const mostSingleReads = 1_000;

/**
 * The current versions of the memories that an import will replace, without those in the trash.
 * @throws CommonplaceError
 */
export async function readEach(client: Client, ids: readonly string[]): Promise<Memory[]> {
  const found: Memory[] = [];
  if (ids.length > mostSingleReads) {
    const wanted = new Set(ids);
    for await (const memory of client.memories.list({ limit: limits.maxPageSize }))
      if (wanted.has(memory.id)) found.push(memory);
    return found;
  }
  for (const id of ids) {
    const memory = await unlessFailed(client.memories.read(id), 'not_found');
    if (memory !== undefined) found.push(memory);
  }
  return found;
}

/** Undefined if the service refuses the request with one of these codes. Rejects after any other failure. */
function unlessFailed<Result>(request: Promise<Result>, ...codes: ErrorCode[]): Promise<Result | undefined> {
  return request.catch((failure: unknown) => {
    if (codes.some((code) => hasCode(failure, code))) return undefined;
    throw failure;
  });
}

interface UndoResult {
  /** How many memories stay as they are, because they were changed or deleted since the import. */
  spared: number;
  /** What a retry must undo, if the undo ended early. */
  left?: LastImport;
  failure?: Error;
}

/**
 * Undoes an import:
 * - deletes the created memories for good and restores the replaced ones, except those changed or deleted since then
 * - deletes the created collections that are empty
 *
 * After a failure, returns what a retry must undo.
 */
export async function undoAll(
  client: Client,
  last: LastImport,
  onProgress: (share: number) => void,
): Promise<UndoResult> {
  const { created, createdCollections } = last;
  let spared = 0;
  let done = 0;
  const replaced = new Set(last.replaced);
  try {
    await runConcurrently(piecesOf(created), async (batch) => {
      const { memories } = await client.memories.undoImport(batch);
      spared += memories.filter(({ outcome }) => outcome === 'changed').length;
      done += batch.length;
      onProgress(done / created.length);
    });
    for (const before of last.replaced) if (await restore(client, before)) replaced.delete(before);
    if (createdCollections.length > 0) await deleteEmpty(client, createdCollections);
  } catch (failure) {
    return { spared, left: { ...last, replaced: [...replaced] }, failure: errorOf(failure) };
  }
  return { spared: spared + replaced.size };
}

/** Restores a memory that the import replaced. Returns false if it was changed or deleted since then. */
async function restore(client: Client, before: LastImport['replaced'][number]): Promise<boolean> {
  const { id, importedVersion } = before;
  const now = await unlessFailed(client.memories.read(id), 'not_found');
  if (now === undefined) return false;
  const [fields, fieldsNow] = [restoredFieldsOf(before), restoredFieldsOf(now)];
  // Nothing to restore, such as after an earlier undo or an import that ended early.
  if (JSON.stringify(fieldsNow) === JSON.stringify(fields)) return true;
  const options = { ifVersion: importedVersion };
  return (
    (await unlessFailed(client.memories.update(id, fields, options), 'not_found', 'precondition_failed')) !== undefined
  );
}

async function deleteEmpty(client: Client, ids: readonly string[]): Promise<void> {
  const remaining = await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize }));
  const emptyIds = new Set(remaining.filter(({ memoryCount }) => memoryCount === 0).map(({ id }) => id));
  for (const id of ids) if (emptyIds.has(id)) await client.collections.delete(id);
}

function restoredFieldsOf({ content, tags, collection, url, title, capture }: Memory) {
  return { content, tags, collection, url, title, capture };
}

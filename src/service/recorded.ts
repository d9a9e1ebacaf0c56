import type { OperationName } from '../v1/operations.ts';
import type { Answer, Call, Operation } from './call.ts';
import type { PageChange, PageOutcome, PageStop } from './ports/page-log.ts';
import type { CollectionRow, MemoryRow } from './ports/rows.ts';
import type { ListPosition, StoreReader, StoreWriter } from './ports/store.ts';
import { StoreUnavailable } from './ports/failures.ts';
import { tokenPaused } from './problem.ts';
import { collectionRow } from './undo-collections.ts';

const pageSize = 200;

const unrecorded = 'This may have been saved, but the call couldn’t be recorded, so its response is withheld.';

/**
 * Carries out a call. Records a web page's call before its response is sent, and pauses a site that reads or changes
 * too much.
 */
export async function runRecorded<N extends OperationName>(
  operation: N,
  call: Call<N>,
  work: Operation<N>,
): Promise<Answer<N>> {
  const { pageLog } = call.parts;
  const { origin } = call.principal;
  // Each request of a batch is recorded by itself.
  if (origin === null || pageLog === undefined || operation === 'batch') return work(call);
  const openCall = await pageLog.begin({ origin, operation, now: call.now });
  if (typeof openCall === 'string') throw await pauseSite(call, openCall);
  const changes: PageChange[] = [];
  const write: Call<N>['write'] = (change) =>
    call.write((writer) => {
      changes.length = 0;
      return change(recordingWriter(writer, changes));
    });
  const answer = await work({ ...call, write }).catch((failure: unknown) => {
    openCall.abandon();
    throw failure;
  });
  const stop = await openCall.end({ memories: memoriesIn(answer.body), changes }).catch((cause: unknown) => {
    // A response made from `cause` could claim that nothing was saved.
    throw changes.length === 0 ? cause : new StoreUnavailable(unrecorded, { cause });
  });
  if (stop !== undefined) throw await pauseSite(call, stop);
  return answer;
}

/** A writer that adds each change of a memory or collection to `changes`, with the state before it. */
function recordingWriter(writer: StoreWriter, changes: PageChange[]): StoreWriter {
  const { putMemory, putCollection, deleteCollection, emptyCollection } = writer;
  async function note(id: string, after: CollectionRow | null): Promise<void> {
    changes.push({ id, collection: { before: await collectionRow(writer, id), after } });
  }
  return Object.assign(writer, {
    putMemory: async (row) => {
      changes.push({ id: row.id, before: (await writer.memory(row.id)) ?? null, version: row.version });
      return putMemory.call(writer, row);
    },
    putCollection: async (row) => {
      await note(row.id, row);
      return putCollection.call(writer, row);
    },
    deleteCollection: async (id) => {
      await note(id, null);
      return deleteCollection.call(writer, id);
    },
    emptyCollection: async (id, at) => {
      for await (const before of memoriesOf(writer, id))
        changes.push({ id: before.id, before, version: before.version + 1 });
      return emptyCollection.call(writer, id, at);
    },
  } satisfies Partial<StoreWriter>);
}

/** Every memory of a collection, those in the trash too. */
async function* memoriesOf(reader: StoreReader, collection: string): AsyncGenerator<MemoryRow> {
  for (const deleted of [false, true]) {
    let after: ListPosition | undefined;
    do {
      const rows = await reader.listMemories({ deleted, collections: [collection], after, limit: pageSize });
      yield* rows;
      after = rows.at(-1);
    } while (after !== undefined);
  }
}

/** Every memory in an answer, at any depth. */
function memoriesIn(value: unknown): PageOutcome['memories'] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, version } = value as { id?: unknown; version?: unknown };
  if (typeof id === 'string' && typeof version === 'number') return [{ id, version }];
  return Object.values(value).flatMap(memoriesIn);
}

/** Pauses the site's token, unless it is paused already (`stopped`). Returns the error for the site. */
async function pauseSite<N extends OperationName>({ parts, principal }: Call<N>, stop: PageStop) {
  const origin = principal.origin ?? '';
  if (stop === 'stop') {
    const pausing = parts.store.write(principal.owner, async (writer) => {
      const row = await writer.token(principal.id);
      if (row) await writer.putToken({ ...row, paused: true });
    });
    await pausing.catch((failure: unknown) => {
      parts.pageLog?.notePauseFailed(origin);
      throw failure;
    });
    parts.pageLog?.notePaused(origin);
  }
  return tokenPaused();
}

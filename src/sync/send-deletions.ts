import type { SyncCollection, SyncItem, SyncReader, SyncStore } from '../service/ports/sync.ts';
import { putPair, readCollections } from './collections.ts';
import type { Failure } from './failures.ts';
import { afterFailure } from './name-there.ts';
import { readItems } from './pages.ts';
import type { Round } from './parts.ts';
import { mayWrite, requireReachable, send } from './send.ts';
import { collectionsToSend } from './send-names.ts';

/**
 * Deletes collections on the server that were deleted here and are empty there. Returns whether any is gone from the
 * server.
 */
export async function sendDeletions(round: Round): Promise<boolean> {
  const { store } = round.parts;
  const { deleted, rows } = await store.read((reader) => collectionsToSend(reader, round));
  let hasDeleted = false;
  for (const row of rows.filter(({ remote }) => deleted.has(remote))) {
    if (!(await mayWrite(round, 'delete'))) break;
    const known = await knownIn(store, row.id, round.link.seq);
    if (known === 'unsent') continue;
    // A collection that isn't empty there counts as refused, so that its deletion isn't sent in each round.
    const refusedRow = { ...row, refused: { name: '', token: round.parts.token } };
    const result = known === 'some' ? { answer: false } : await send(round, () => deleteEmpty(round, row.remote));
    if ('answer' in result) {
      hasDeleted ||= result.answer;
      await putPair(round, result.answer ? { ...row, gone: true } : refusedRow);
      continue;
    }
    await requireReachable(round, result);
    if (result.kind === 'gone' && (await isUnlisted(round, row))) hasDeleted = true;
    else await recordFailure(round, row, result.kind === 'gone' ? { kind: 'in doubt' } : result);
    // The server may be failing: the next round tries the others.
    if (result.kind === 'in doubt') break;
  }
  return hasDeleted;
}

/** A single 404 may be wrong: checks that the collection is also missing from the server's list. */
async function isUnlisted(round: Round, { remote }: SyncCollection): Promise<boolean> {
  if (!(await readCollections(round))) return false;
  const rows = await round.parts.store.read((reader) => reader.syncCollections());
  return rows.some((row) => row.remote === remote && row.gone === true);
}

async function recordFailure(round: Round, { remote }: SyncCollection, failure: Failure): Promise<void> {
  await round.parts.store.write(async (writer) => {
    const row = (await writer.syncCollections()).find((one) => one.remote === remote);
    if (row !== undefined) await writer.putSyncCollection(afterFailure(round, row, failure, ''));
  });
}

/**
 * Whether this device knows of memories in this collection on the server. `unsent`: one of them has a change that isn't
 * sent yet. `seq`: the last local change that this round has scanned.
 */
async function knownIn(store: SyncStore, id: string, seq: number): Promise<'none' | 'some' | 'unsent'> {
  const isUnsent = await Array.fromAsync(
    readItems(store, (items, reader) =>
      Promise.all(
        items
          .filter(({ base }) => base?.collection === id && !base.deleted)
          .map(async (item) => item.due === 1 || (await changedSince(reader, item, seq))),
      ),
    ),
  );
  if (isUnsent.length === 0) return 'none';
  return isUnsent.includes(true) ? 'unsent' : 'some';
}

const changedSince = async (reader: SyncReader, { id }: SyncItem, seq: number): Promise<boolean> =>
  ((await reader.memory(id))?.seq ?? 0) > seq;

/** Returns false if the collection isn't empty: another device may have moved a memory there. */
async function deleteEmpty({ parts: { client } }: Round, remote: string): Promise<boolean> {
  const { memories, nextCursor } = await client.collections.memories(remote, { limit: 1 });
  if (memories.length > 0 || nextCursor) return false;
  await client.collections.delete(remote);
  return true;
}

import type { SyncCollection, SyncItem, SyncReader } from '../service/ports/sync.ts';
import { keepPair, readCollections } from './collections.ts';
import type { Failure } from './failures.ts';
import { afterFailure } from './name-there.ts';
import { collect } from './pages.ts';
import type { Round } from './parts.ts';
import { mayWrite, requireReachable, send } from './send.ts';
import { waitingNames } from './send-names.ts';

/**
 * Deletes collections on the server that were deleted here, once they are empty there. Returns whether any was deleted.
 */
export async function sendDeletions(round: Round): Promise<boolean> {
  const { store } = round.parts;
  const { deleted, rows } = await store.read((reader) => waitingNames(reader, round));
  let isAny = false;
  for (const row of rows.filter(({ remote }) => deleted.has(remote))) {
    if (!(await mayWrite(round, 'delete'))) break;
    const known = await store.read((reader) => knownIn(reader, row.id, round.link.seq));
    if (known === 'waiting') continue;
    const isKept = { ...row, refused: { name: '', token: round.parts.token } };
    const result = known === 'some' ? { answer: false } : await send(round, () => deleteEmpty(round, row.remote));
    if ('answer' in result) {
      isAny ||= result.answer;
      await keepPair(round, result.answer ? { ...row, gone: true } : isKept);
      continue;
    }
    requireReachable(round, result);
    if (result.kind === 'gone' && (await isUnlisted(round, row))) isAny = true;
    else await noteFailure(round, row, result.kind === 'gone' ? { kind: 'doubt' } : result);
    if (result.kind === 'doubt') break;
  }
  return isAny;
}

/** Whether the server's list lacks the collection too. A single 404 may be wrong. */
async function isUnlisted(round: Round, { remote }: SyncCollection): Promise<boolean> {
  if (!(await readCollections(round))) return false;
  const rows = await round.parts.store.read((reader) => reader.syncCollections());
  return rows.some((row) => row.remote === remote && row.gone === true);
}

async function noteFailure(round: Round, { remote }: SyncCollection, failure: Failure): Promise<void> {
  await round.parts.store.write(async (writer) => {
    const row = (await writer.syncCollections()).find((one) => one.remote === remote);
    if (row !== undefined) await writer.putSyncCollection(afterFailure(round, row, failure, ''));
  });
}

/**
 * Whether memories that are known here are in this collection on the server, and whether one of them has a change to be
 * sent.
 */
async function knownIn(reader: SyncReader, id: string, seq: number): Promise<'none' | 'some' | 'waiting'> {
  const inside = await collect(reader.items.bind(reader), ({ base }) => base?.collection === id && !base.deleted);
  for (const item of inside) if (item.due === 1 || (await isUnnoted(reader, item, seq))) return 'waiting';
  return inside.length > 0 ? 'some' : 'none';
}

/** Whether the memory was changed here after this round noted what changed. */
const isUnnoted = async (reader: SyncReader, { id }: SyncItem, seq: number): Promise<boolean> =>
  ((await reader.memory(id))?.seq ?? 0) > seq;

/**
 * Deletes a collection if it is empty. Returns false if a memory is in it, such as one that another device has moved
 * there.
 */
async function deleteEmpty({ parts: { client } }: Round, remote: string): Promise<boolean> {
  const { memories, nextCursor } = await client.collections.memories(remote, { limit: 1 });
  if (memories.length > 0 || nextCursor) return false;
  await client.collections.delete(remote);
  return true;
}

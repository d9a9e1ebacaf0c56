import type { SyncCollection, SyncReader } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { putPair, readCollections, readNames, retryNames } from './collections.ts';
import { afterFailure, maySendName, nameTaken, sendName, isSynced } from './name-there.ts';
import { isRenamedHere, numbered } from './pair-collections.ts';
import { editsCollections, type Round } from './parts.ts';
import { mayWrite, requireReachable } from './send.ts';

interface Rename {
  row: SyncCollection;
  name: string;
  /** A temporary name to be sent first, so that the present one becomes free. */
  interim?: string;
}

/** Renames collections on the server that were renamed here. */
export async function sendNames(round: Round): Promise<void> {
  const { store, client } = round.parts;
  const failed = new Set<string>();
  while (await mayWrite(round, 'patch')) {
    const next = await store.read((reader) => nextRename(reader, round, failed));
    if (next === undefined) return;
    const { row, name, interim = name } = next;
    const { remote, id } = row;
    // Recorded before it is sent. Otherwise, after a lost answer, our rename in the next list would seem to be another
    // device's.
    await putPair(round, { ...row, sent: interim });
    const result = await sendName(round, () => client.collections.rename(remote, interim));
    if ('answer' in result) {
      await putPair(round, { remote, id, name: interim });
      await readNames(round);
      await retryNames(round);
      continue;
    }
    await requireReachable(round, result);
    failed.add(remote);
    const isTaken = result.kind === 'refused' && result.code === nameTaken;
    if (isTaken || result.kind === 'gone') await readCollections(round);
    await store.write(async (writer) => {
      const now = (await writer.syncCollections()).find((one) => one.remote === remote);
      // The list may have settled the rename: the name was taken, or the server no longer has the collection.
      if (now === undefined || now.gone || (await writer.collection(id))?.name !== name) return;
      await writer.putSyncCollection(afterFailure(round, now, result, name));
    });
    if (result.kind === 'in doubt') return;
  }
}

/**
 * The next rename to send, preferably to a name that no other collection on the server has. If collections swap names,
 * one of them gets an interim name first.
 */
async function nextRename(reader: SyncReader, round: Round, failed: ReadonlySet<string>): Promise<Rename | undefined> {
  const { renames, deleted, added, rows } = await collectionsToSend(reader, round);
  for (const remote of failed) renames.delete(remote);
  const holders = new Map(rows.map(({ name, remote }) => [nameKey(name), remote]));
  const holderOf = ({ name }: Rename) => holders.get(nameKey(name)) ?? '';
  // If the new name belongs to a collection that is to be deleted on the server, the rename waits for the deletion. A
  // rename to the name of a waiting collection waits too. This loop also visits the entries that it adds.
  const waiting = new Set(deleted);
  for (const remote of waiting)
    for (const rename of renames.values()) if (holderOf(rename) === remote) waiting.add(rename.row.remote);
  const able = [...renames.values()]
    .filter(({ row }) => !waiting.has(row.remote))
    .sort((one, other) => (one.row.attempts ?? 0) - (other.row.attempts ?? 0));
  const ready = able.find((rename) => !renames.has(holderOf(rename)));
  if (ready !== undefined) return ready;
  // If a new collection needs the name of a waiting one, the waiting one gets an interim name now. Otherwise the two
  // could block each other.
  const rename = able[0] ?? [...renames.values()].find(({ row }) => added.has(nameKey(row.name)));
  return rename && { ...rename, interim: numbered(rename.name, (key) => holders.has(key) || added.has(key)) };
}

/**
 * The changes of collections to send. All are empty if the server can't rename and delete collections.
 * - `renames`: by the server's ids
 * - `deleted`: the server's ids of collections to delete
 * - `added`: the keys of the names of collections that the server lacks
 * - `rows`: the pairs whose collection the server has
 */
export async function collectionsToSend(reader: SyncReader, round: Round) {
  const renames = new Map<string, Rename>();
  if (!editsCollections(round)) return { renames, deleted: new Set<string>(), added: new Set<string>(), rows: [] };
  const rows = (await reader.syncCollections()).filter(({ gone }) => !gone);
  const names = new Map((await reader.collections()).map(({ id, name }) => [id, name]));
  const mayChange = (row: SyncCollection) => isSynced(round, row.id) && maySendName(round, row);
  const deleted = new Set(rows.filter((row) => !names.has(row.id) && mayChange(row)).map(({ remote }) => remote));
  const seen = new Set<string>();
  for (const row of rows) {
    const name = names.get(row.id);
    if (name === undefined || seen.has(row.id)) continue;
    seen.add(row.id);
    const { refused: _, ...unrefused } = row;
    if (isRenamedHere(maySendName(round, row) ? unrefused : row, name) && isSynced(round, row.id))
      renames.set(row.remote, { row, name });
  }
  const added = new Set<string>();
  for (const [id, name] of names) if (!seen.has(id) && isSynced(round, id)) added.add(nameKey(name));
  return { renames, deleted, added, rows };
}

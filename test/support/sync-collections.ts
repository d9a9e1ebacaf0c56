import { nameKey } from '../../src/v1/keys.ts';
import { DiskWriter } from '../simulation/device-store.ts';
import { syncDevice, synced, type Answer, type SyncDevice } from './sync-device.ts';

const at = '2026-01-01T00:00:00.000Z';

export async function nameCollection(one: SyncDevice, id: string, to: string): Promise<void> {
  await new DiskWriter(one.disk).putCollection({ id, name: to, key: nameKey(to), createdAt: at, updatedAt: at });
  one.disk.commit();
}

export async function moveMemory(one: SyncDevice, id: string, collection: string | null): Promise<void> {
  await new DiskWriter(one.disk).putMemory({ ...one.disk.memories.get(id)!, collection });
  one.disk.commit();
}

/** Deletes a collection on this device, as the service does. */
export async function deleteCollection(one: SyncDevice, id: string): Promise<void> {
  for (const row of one.disk.memories.values()) if (row.collection === id) await moveMemory(one, row.id, null);
  one.disk.collections.remove(id);
  one.disk.commit();
}

export const namesHere = (one: SyncDevice) => [...one.disk.collections.values()].map((row) => row.name).toSorted();
export const namesThere = (one: SyncDevice) => [...(one.server.collectionNames?.values() ?? [])].toSorted();
export const idHere = (one: SyncDevice, name: string) =>
  [...one.disk.collections.values()].find((row) => row.name === name)!.id;
export const refused = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: 'No.' } },
});

/**
 * A device, `one`, and its server, which both have a memory in the collection Home. `other`: a second device, in sync.
 * `memory`: the id of the memory on `one`. `remote`: the server's id of the collection.
 */
export async function syncedHome() {
  const one = await synced('extended', 1);
  const [memory] = one.disk.memories.keys();
  await nameCollection(one, 'col_home', 'Home');
  await moveMemory(one, memory!, 'col_home');
  await one.round();
  const [remote] = one.server.collectionNames!.keys();
  const other = syncDevice('extended');
  other.server = one.server;
  await other.round();
  await one.round();
  one.sent.length = other.sent.length = 0;
  return { one, other, memory: memory!, remote: remote! };
}

/** Makes the next page of the change feed say that the server has no collections. */
export function hideCollectionsOnce(one: SyncDevice): void {
  let count = 0;
  one.answer = ({ path }, carryOut) => {
    const answer = carryOut();
    return path === '/changes' && count++ === 0
      ? { ...answer, body: { ...(answer.body as object), collections: [] } }
      : answer;
  };
}

export const isRename = (method: string, path: string) => method === 'PATCH' && path.startsWith('/collections');

/** Runs rounds of the devices in turn. After each round, the device's clock advances by an hour. */
export async function runRounds(count: number, ...devices: SyncDevice[]): Promise<void> {
  for (let index = 0; index < count; index++)
    for (const one of devices) {
      await one.round();
      one.now += 3_600_000;
    }
}

export async function saveInto(one: SyncDevice, content: string, collection: string): Promise<void> {
  await moveMemory(one, await one.save(content), collection);
}

export const serverTexts = (one: SyncDevice) => one.server.liveMemories().map(({ content }) => content);
export const collectionThere = (one: SyncDevice, content: string) =>
  one.server.liveMemories().find((memory) => memory.content === content)?.collection;

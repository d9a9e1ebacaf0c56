import type { SyncCommand } from '../../lib/sync.ts';
import { idMaker } from '../../lib/ulid.ts';
import type { SyncWriter } from '../../service/ports/sync.ts';
import { newLink } from '../../sync/confirm.ts';
import type { SyncParts } from '../../sync/parts.ts';
import { nameKey } from '../../v1/keys.ts';
import { validName } from '../../v1/schemas/collection.ts';

const newId = idMaker();

/**
 * The local ids of collections with these names. Creates missing collections, which the first round matches by name
 * with the server's collections.
 */
async function collectionIds(writer: SyncWriter, names: readonly string[], now: number): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names.flatMap((given) => validName(given) ?? [])) {
    const key = nameKey(name);
    const known = await writer.collectionByKey(key);
    const id = known?.id ?? newId('col', now);
    const at = new Date(now).toISOString();
    if (known === undefined) await writer.putCollection({ id, name, key, createdAt: at, updatedAt: at });
    ids.push(id);
  }
  return ids;
}

/** What the user chose when starting sync. */
export type Choice = Omit<Extract<SyncCommand, { do: 'start' }>, 'do'>;

/** Stores the user's choice in the link to the server, which is created if there is none. */
export async function storeChoice(
  { mode, collections, onlyThere = [] }: Choice,
  { store, address, token, now }: Pick<SyncParts, 'store' | 'address' | 'token' | 'now'>,
): Promise<void> {
  await store.write(async (writer) => {
    const link = (await writer.link()) ?? newLink({ address, token });
    const chosen = collections && [...collections, ...(await collectionIds(writer, onlyThere, now()))];
    // The next round reads everything from the beginning: the previous choice of collections may have left something
    // out.
    await writer.putLink({
      ...link,
      mode,
      collections: chosen,
      seq: 0,
      since: null,
      swept: false,
      mayWrite: undefined,
    });
  });
}

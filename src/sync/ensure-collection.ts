import { canonicalJson } from '../lib/json.ts';
import type { RefusedCollection, SyncCollection, SyncItem } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { putIfChanged } from './apply.ts';
import { putPair, readCollections } from './collections.ts';
import type { Refused } from './failures.ts';
import { fieldsOf } from './fields.ts';
import { nameTaken, sendName } from './name-there.ts';
import { collect } from './pages.ts';
import { updateLink, rulesOf, type Round } from './parts.ts';
import { withDue } from './plan-push.ts';
import { requireCollection } from './remote.ts';
import { mayBeThere } from './rules.ts';
import { requireReachable } from './send.ts';
import { collectionsToSend } from './send-names.ts';

/**
 * Ensures that a collection is on the server, and returns true. If the collection can't be created there, returns why
 * the server refuses it, or false if a later attempt may succeed.
 */
export async function ensureCollection(round: Round, id: string): Promise<boolean | Refused> {
  if (round.names.isThere(id)) return true;
  if (!round.names.isFresh) await readCollections(round);
  if (round.names.isThere(id)) return true;
  const { store, client } = round.parts;
  const local = await store.read((reader) => reader.collection(id));
  if (local === undefined) return false;
  const { renames, deleted, rows } = await store.read((reader) => collectionsToSend(reader, round));
  const holder = rows.find((row) => nameKey(row.name) === nameKey(local.name));
  if (holder !== undefined && renames.has(holder.remote)) return false;
  // The new collection takes the place of one that is to be deleted. Waiting for the deletion could block both: the
  // deletion may wait until a memory has moved to the new collection.
  if (holder !== undefined && deleted.has(holder.remote))
    return pairWith(round, { remote: holder.remote, id, name: holder.name });
  const before = round.link.refusedCollections?.[id];
  if (before !== undefined && isStillRefused(round, before, local.name)) return asRefused(before);
  const result = await sendName(round, () => client.collections.create({ name: local.name }).then(requireCollection));
  if ('answer' in result) {
    const { id: remote, name } = result.answer;
    const other = (await store.read((reader) => reader.syncCollections())).find((row) => row.remote === remote);
    if (other === undefined || other.gone || other.id === id) return pairWith(round, { remote, id, name });
    return recordRefused(round, id, local.name, {
      code: nameTaken,
      message: 'The server returned a different collection.',
    });
  }
  await requireReachable(round, result);
  if (result.kind !== 'refused') {
    // The collection may exist on the server by now, so the list must be read again.
    round.names.isFresh = false;
    return false;
  }
  if (result.code === nameTaken) await readCollections(round);
  return round.names.isThere(id) || recordRefused(round, id, local.name, result);
}

async function pairWith(round: Round, row: SyncCollection): Promise<true> {
  await putPair(round, row);
  round.names.add(row);
  return true;
}

async function recordRefused(
  round: Round,
  id: string,
  name: string,
  { code, message }: Pick<Refused, 'code' | 'message'>,
): Promise<Refused> {
  const refused = { name, token: round.parts.token, code, message };
  await updateLink(round, { refusedCollections: { ...round.link.refusedCollections, [id]: refused } });
  return asRefused(refused);
}

const asRefused = ({ code, message }: RefusedCollection): Refused => ({
  kind: 'refused',
  code,
  message,
  scope: undefined,
});

/**
 * Whether the name and the token are the same as at the refusal: the server would refuse again. `local`: the
 * collection's present name.
 */
const isStillRefused = ({ parts }: Round, { name, token }: RefusedCollection, local: string | undefined): boolean =>
  name === local && token === parts.token;

/** Clears the refusals of memories whose collection couldn't be created, once a new attempt may succeed. */
export async function liftRefusals(round: Round): Promise<void> {
  const { store } = round.parts;
  const before = round.link.refusedCollections;
  if (before === undefined) return;
  const names = new Map((await store.read((reader) => reader.collections())).map(({ id, name }) => [id, name]));
  const kept = Object.fromEntries(
    Object.entries(before).filter(([id, one]) => !round.names.isThere(id) && isStillRefused(round, one, names.get(id))),
  );
  if (canonicalJson(kept) === canonicalJson(before) && Object.keys(kept).length > 0) return;
  const isLifted = ({ refusal }: SyncItem) => {
    const into = refusal?.patch.collection;
    return typeof into === 'string' && !(into in kept) && refusal?.code !== mayBeThere;
  };
  for (const { id } of await collect(store, isLifted))
    await store.write(async (writer) => {
      const [item, row] = [await writer.item(id), await writer.memory(id)];
      if (item === undefined || !isLifted(item)) return;
      await putIfChanged(writer, item, withDue({ ...item, refusal: null }, row ? fieldsOf(row) : null, rulesOf(round)));
    });
  await updateLink(round, { refusedCollections: Object.keys(kept).length > 0 ? kept : undefined });
}

import { combine, fingerprintOf, fingerprintText, noFingerprint } from '../v1/fingerprint.ts';
import type { SyncItem, SyncReader } from '../service/ports/sync.ts';
import { startOver } from './changes.ts';
import { fieldsOf, sameFields } from './fields.ts';
import { isLimited, type Round } from './parts.ts';
import { requireReachable, send } from './send.ts';

const perRead = 500;

/** What a comparison of both sides found. `different`: how many memories aren't here as they were last synced. */
export interface Verification {
  same: boolean;
  count: number;
  different: number;
}

/**
 * Compares all memories with the server by one fingerprint. Null: the server offers none, a write has no answer yet, a
 * memory of the server can't be stored here, or the sides needn't be the same.
 */
export async function verify(round: Round): Promise<Verification | null> {
  const { client, store } = round.parts;
  if (!client.extensions?.has('digest') || isLimited(round)) return null;
  if (round.link.collections !== null || round.link.mode === 'push') return null;
  const result = await send(round, () => client.memories.digest({ parts: 1 }));
  if (!('answer' in result)) {
    requireReachable(round, result);
    return null;
  }
  const here = await store.read((reader) => summarise(reader, round));
  if (here === null) return null;
  const { count, fingerprint } = result.answer;
  const isSame = here.count === count && here.fingerprint === fingerprint;
  if (!isSame) await startOver(round);
  return { same: isSame && here.different === 0, count: here.count, different: here.different };
}

async function summarise(reader: SyncReader, { names }: Round) {
  const sum = noFingerprint();
  let [count, different] = [0, 0];
  for (let after = ''; ;) {
    const items = await reader.items(after, perRead);
    for (const item of items) {
      if (item.op !== null || (item.unfit !== null && item.base === null)) return null;
      if (item.remote === null || item.base === null || item.base.deleted) continue;
      const { content, tags, collection, url, title, capture } = item.base;
      const there = collection === null ? null : (names.toRemote(collection) ?? null);
      combine(sum, fingerprintOf({ id: item.remote, content, tags, collection: there, url, title, capture }));
      count++;
      if (await isDifferent(reader, item)) different++;
    }
    if (items.length < perRead) return { count, different, fingerprint: fingerprintText(sum) };
    after = items.at(-1)!.id;
  }
}

async function isDifferent(reader: SyncReader, item: SyncItem): Promise<boolean> {
  if (item.due === 1 || item.refusal !== null || item.aliasOf !== null) return false;
  const row = await reader.memory(item.id);
  const stands = item.mirror ?? item.base!;
  // A deletion that stays on this device counts as no difference, whatever else changed with it.
  if (stands.deleted && row?.deletedAt != null) return false;
  return row === undefined ? !stands.deleted : !sameFields(fieldsOf(row), stands);
}

import { hex } from '../lib/hash.ts';
import type { Owner, Store } from './ports/store.ts';

/** Asks for a random value that is made once for each owner, kept in the store's settings, and the same ever after. */
export type KeptSecret = (owner: Owner) => Promise<string>;

export function keptSecret(store: Store, setting: string): KeptSecret {
  const known = new Map<Owner, Promise<string>>();
  return (owner) => {
    const asked = known.get(owner) ?? readOrMake(store, owner, setting);
    known.set(owner, asked);
    asked.catch(() => known.delete(owner));
    return asked;
  };
}

async function readOrMake(store: Store, owner: Owner, setting: string): Promise<string> {
  const kept = await store.read(owner, (reader) => reader.setting(setting));
  if (kept !== undefined) return kept;
  const fresh = hex(crypto.getRandomValues(new Uint8Array(32)));
  return store.write(owner, async (writer) => {
    const meanwhile = await writer.setting(setting);
    if (meanwhile === undefined) await writer.putSetting(setting, fresh);
    return meanwhile ?? fresh;
  });
}

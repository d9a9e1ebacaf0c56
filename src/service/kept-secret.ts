import { hex } from '../lib/hash.ts';
import type { Owner, Store } from './ports/store.ts';

/** Returns an owner's random value: created at the first call, then read from the store's settings. */
export type KeptSecret = (owner: Owner) => Promise<string>;

export function keptSecret(store: Store, setting: string): KeptSecret {
  const known = new Map<Owner, Promise<string>>();
  return (owner) => {
    const secret = known.get(owner) ?? readOrMake(store, owner, setting);
    known.set(owner, secret);
    secret.catch(() => known.delete(owner));
    return secret;
  };
}

async function readOrMake(store: Store, owner: Owner, setting: string): Promise<string> {
  const stored = await store.read(owner, (reader) => reader.setting(setting));
  if (stored !== undefined) return stored;
  const fresh = hex(crypto.getRandomValues(new Uint8Array(32)));
  return store.write(owner, async (writer) => {
    const meanwhile = await writer.setting(setting);
    if (meanwhile === undefined) await writer.putSetting(setting, fresh);
    return meanwhile ?? fresh;
  });
}

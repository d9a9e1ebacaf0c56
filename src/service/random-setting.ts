import { hex } from '../lib/hash.ts';
import type { Owner, Store } from './ports/store.ts';

/** Returns a function that reads an owner's random value from this setting, and creates it if there is none yet. */
export function randomSetting(store: Store, setting: string): (owner: Owner) => Promise<string> {
  const known = new Map<Owner, Promise<string>>();
  return (owner) => {
    const value = known.get(owner) ?? readOrCreate(store, owner, setting);
    known.set(owner, value);
    value.catch(() => known.delete(owner));
    return value;
  };
}

async function readOrCreate(store: Store, owner: Owner, setting: string): Promise<string> {
  const stored = await store.read(owner, (reader) => reader.setting(setting));
  if (stored !== undefined) return stored;
  const fresh = hex(crypto.getRandomValues(new Uint8Array(32)));
  return store.write(owner, async (writer) => {
    const meanwhile = await writer.setting(setting);
    if (meanwhile === undefined) await writer.putSetting(setting, fresh);
    return meanwhile ?? fresh;
  });
}

import { Commonplace } from '../../client/package/commonplace.ts';
import { systemClock as clientClock } from '../../client/sending/clock.ts';
import { idMaker } from '../../lib/ulid.ts';
import type { Clock } from '../../service/ports/clock.ts';
import type { SyncStore } from '../../service/ports/sync.ts';
import type { SyncCredentials, SyncKeeping } from '../../store/dexie/sync-scratch.ts';
import type { LocalStore } from '../../store/local-store.ts';
import type { SyncParts } from '../../sync/parts.ts';
import { limitedFetch } from './limited-fetch.ts';

export interface ConnectionParts {
  store: Pick<LocalStore, 'read' | 'sync' | 'isReadOnly'>;
  keeping: SyncKeeping;
  clock: Clock;
  fetch?: typeof globalThis.fetch | undefined;
}

export interface Connected {
  sync: SyncStore;
  parts: SyncParts;
}

const requestMs = 25_000;

/** The connection to the one server that this browser syncs with. */
export function connection({ store, keeping, clock, fetch: send = fetch }: ConnectionParts) {
  const newId = idMaker();
  const limited = limitedFetch(send);
  /** The last client. Later rounds use it again, because it remembers what its server offers. */
  let last: { key: string; client: Commonplace } | undefined;

  const clientOf = ({ address, token }: SyncCredentials) =>
    new Commonplace({ baseUrl: address, token, maxRetries: 0, timeout: requestMs, fetch: limited });

  /** The connected server; undefined if there is none, or if the store can't be written. */
  async function connected(): Promise<Connected | undefined> {
    const { sync } = store;
    if (sync === undefined || store.isReadOnly === true) return undefined;
    const credentials = await keeping.credentials();
    if (credentials === undefined) return undefined;
    if ((await sync.read((reader) => reader.link())) === undefined) return undefined;
    const token = await identityOf(credentials.token);
    const key = `${token} ${credentials.address}`;
    if (last?.key !== key) last = { key, client: clientOf(credentials) };
    return {
      sync,
      parts: {
        store: sync,
        scratch: keeping,
        client: last.client,
        address: credentials.address,
        token,
        now: () => clock.now(),
        newId,
        newKey: () => clientClock.newKey(),
      },
    };
  }

  return { clientOf, connected };
}

/** A fingerprint of a token, which distinguishes tokens without revealing them. */
export async function identityOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

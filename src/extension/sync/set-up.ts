import type { Commonplace } from '../../client/package/commonplace.ts';
import { serverAddress, type CollectionRights, type SyncCheck, type SyncMode, type SyncState } from '../../lib/sync.ts';
import type { SyncCredentials } from '../../store/dexie/sync-scratch.ts';
import { examine, faultOf } from './examine.ts';
import type { SyncHostParts } from './host-parts.ts';
import { serverCopier } from './server-copy.ts';

/** Setting up sync with a server. */
export interface SetUp {
  state(): Pick<SyncState, 'check' | 'isStarting' | 'copying'>;
  /** Checks a server, before anything is written to either side. */
  check(given: { address: string; token: string }): Promise<void>;
  cancel(): void;
  /**
   * Backs up this device and, before the first sync that may write to it, the server. Returns what the first round
   * needs, or undefined if the check isn't complete, or if a backup failed; the check then has the reason.
   */
  begin(mode: SyncMode): Promise<Begun | undefined>;
}

/** What the first round needs. */
export interface Begun {
  credentials: SyncCredentials;
  collections: CollectionRights;
}

/** The steps before the first sync with a server: a check of the server, then backups. */
export function createSetUp(
  { store, keeping, work, clock, keepOwnCopy, keepServerCopy, onChange, report }: SyncHostParts,
  clientOf: (credentials: SyncCredentials) => Commonplace,
): SetUp {
  /** The latest check. An earlier check, or one that was cancelled, has no effect any more. */
  let checked: { credentials: SyncCredentials; check: SyncCheck } | undefined;
  let isStarting = false;
  const copier = serverCopier({ store: keepServerCopy, clock, onChange });

  async function backUp(current: NonNullable<typeof checked>, mode: SyncMode): Promise<void> {
    const isKnown = (await keeping.credentials())?.address === current.credentials.address;
    if (mode !== 'pull' && !isKnown) await copier.copy(clientOf(current.credentials));
    if (checked === current) await keepOwnCopy();
  }

  return {
    state: () => ({ check: checked?.check, isStarting, copying: copier.count }),

    async check({ address: written, token }) {
      const parsed = serverAddress(written);
      const { sync } = store;
      if ('fault' in parsed || sync === undefined) return;
      const { address } = parsed;
      copier.stop();
      const current = {
        credentials: { address, token: token.trim() },
        check: { address, status: 'running' } as SyncCheck,
      };
      checked = current;
      onChange();
      const finding = await work.background(() => examine(() => clientOf(current.credentials), sync));
      if (checked !== current) return;
      current.check = { address, ...finding };
      onChange();
    },

    cancel() {
      checked = undefined;
      copier.stop();
      onChange();
    },

    async begin(mode) {
      const current = checked;
      if (current?.check.status !== 'ready' || isStarting) return undefined;
      const { credentials } = current;
      const { collections } = current.check;
      isStarting = true;
      onChange();
      const failure = await backUp(current, mode).then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
      );
      isStarting = false;
      if (failure !== undefined) {
        const fault = faultOf(failure);
        if (fault === 'notKept' && checked === current) report(failure);
        current.check = { address: credentials.address, status: 'failed', fault, message: failure.message };
      }
      const isReady = failure === undefined && checked === current;
      if (isReady) checked = undefined;
      onChange();
      return isReady ? { credentials, collections } : undefined;
    },
  };
}

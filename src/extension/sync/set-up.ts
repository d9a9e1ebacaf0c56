import type { Commonplace } from '../../client/package/commonplace.ts';
import { serverAddress, type CollectionRights, type SyncCheck, type SyncMode, type SyncState } from '../../lib/sync.ts';
import type { SyncCredentials } from '../../store/dexie/sync-scratch.ts';
import { examine, faultOf } from './examine.ts';
import type { SyncHostParts } from './host-parts.ts';
import { serverCopier } from './server-copy.ts';

export interface SetUp {
  state(): Pick<SyncState, 'check' | 'isStarting' | 'copying'>;
  /** Checks a server, before anything is written to either side. */
  check(given: { address: string; token: string }): Promise<void>;
  cancel(): void;
  /**
   * Backs up this device and, before the first sync that may write to it, the server. Returns what the first round
   * needs. Returns undefined if the check isn't complete, or if a backup failed; the check then has the reason.
   */
  begin(mode: SyncMode): Promise<Begun | undefined>;
}

export interface Begun {
  credentials: SyncCredentials;
  collections: CollectionRights;
}

/** The steps before the first sync with a server: a check of the server, then backups. */
export function createSetUp(
  { store, keeping, work, clock, keepOwnCopy, keepServerCopy, onChange, report }: SyncHostParts,
  clientOf: (credentials: SyncCredentials) => Commonplace,
): SetUp {
  let checked: { credentials: SyncCredentials; check: SyncCheck } | undefined;
  let isStarting = false;
  const copier = serverCopier({ keep: keepServerCopy, clock, onChange });

  async function backUp(mine: NonNullable<typeof checked>, mode: SyncMode): Promise<void> {
    const isKnown = (await keeping.credentials())?.address === mine.credentials.address;
    if (mode !== 'pull' && !isKnown) await copier.copy(clientOf(mine.credentials));
    if (checked === mine) await keepOwnCopy();
  }

  return {
    state: () => ({ check: checked?.check, isStarting, copying: copier.count }),

    async check({ address: written, token }) {
      const parsed = serverAddress(written);
      const { sync } = store;
      if ('fault' in parsed || sync === undefined) return;
      const { address } = parsed;
      copier.stop();
      const mine = {
        credentials: { address, token: token.trim() },
        check: { address, status: 'running' } as SyncCheck,
      };
      checked = mine;
      onChange();
      const found = await work.background(() => examine(() => clientOf(mine.credentials), sync));
      if (checked !== mine) return;
      mine.check = { address, ...found };
      onChange();
    },

    cancel() {
      checked = undefined;
      copier.stop();
      onChange();
    },

    async begin(mode) {
      const mine = checked;
      if (mine?.check.status !== 'ready' || isStarting) return undefined;
      const { credentials } = mine;
      const { collections } = mine.check;
      isStarting = true;
      onChange();
      const failure = await backUp(mine, mode).then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
      );
      isStarting = false;
      if (failure !== undefined) {
        const fault = faultOf(failure);
        if (fault === 'notKept' && checked === mine) report(failure);
        mine.check = { address: credentials.address, status: 'failed', fault, message: failure.message };
      }
      const goesOn = failure === undefined && checked === mine;
      if (goesOn) checked = undefined;
      onChange();
      return goesOn ? { credentials, collections } : undefined;
    },
  };
}

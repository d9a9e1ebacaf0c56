import type { Commonplace } from '../../client/package/commonplace.ts';
import {
  serverAddress,
  type CheckFault,
  type CollectionRights,
  type SyncCheck,
  type SyncMode,
  type SyncState,
} from '../../lib/sync.ts';
import type { SyncCredentials } from '../../store/dexie/sync-scratch.ts';
import { examine, faultOf } from './examine.ts';
import type { SyncHostParts } from './host-parts.ts';
import { serverCopier } from './server-copy.ts';

/** Setting up sync with a server. */
export interface SetUp {
  state(): Pick<SyncState, 'check' | 'isStarting' | 'copying'>;
  check(given: { address: string; token: string }): Promise<void>;
  cancel(): void;
  /**
   * Backs up this device and, before the first sync that may write to the server, the server too. Then calls `connect`.
   * Drops the check after success. Returns whether sync has begun.
   * Returns false if a start is already running, or if the check isn't `ready` or is cancelled or replaced meanwhile.
   * Also returns false if a backup or `connect` fails; the check then says why.
   */
  begin(mode: SyncMode, connect: (begun: Begun) => Promise<void>): Promise<boolean>;
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
  /** The latest check; undefined once it was cancelled or sync has started. Earlier checks have no effect any more. */
  let latest: { credentials: SyncCredentials; check: SyncCheck } | undefined;
  let isStarting = false;
  const copier = serverCopier({ store: keepServerCopy, clock, onChange });

  async function backUp(current: NonNullable<typeof latest>, mode: SyncMode): Promise<void> {
    if (mode !== 'pull' && !(await hasSentTo(current.credentials))) await copier.copy(clientOf(current.credentials));
    if (latest === current) await keepOwnCopy();
  }

  /** Whether sync was allowed to write to this server with this token before. A new token may be another account's. */
  async function hasSentTo({ address, token }: SyncCredentials): Promise<boolean> {
    const [known, link] = [await keeping.credentials(), await store.sync?.read((reader) => reader.link())];
    return known?.address === address && known.token === token && link !== undefined && link.mode !== 'pull';
  }

  return {
    state: () => ({ check: latest?.check, isStarting, copying: copier.count }),

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
      latest = current;
      onChange();
      const finding = await work
        .background(() => examine(() => clientOf(current.credentials), sync))
        .catch((failure: unknown) => {
          report(failure);
          return { status: 'failed', fault: 'failedHere', message: String(failure) } as const;
        });
      if (latest !== current) return;
      current.check = { address, ...finding };
      onChange();
    },

    cancel() {
      latest = undefined;
      copier.stop();
      onChange();
    },

    async begin(mode, connect) {
      const current = latest;
      if (current?.check.status !== 'ready' || isStarting) return false;
      const { credentials } = current;
      const { collections } = current.check;
      const fail = (fault: CheckFault, failure: unknown) => {
        if (latest === current && (fault === 'notKept' || fault === 'failedHere')) report(failure);
        const message = failure instanceof Error ? failure.message : String(failure);
        current.check = { address: credentials.address, status: 'failed', fault, message };
        return false;
      };
      isStarting = true;
      onChange();
      try {
        const isBackedUp = await backUp(current, mode).then(
          () => true,
          (failure: unknown) => fail(faultOf(failure), failure),
        );
        if (!isBackedUp || latest !== current) return false;
        const hasBegun = await connect({ credentials, collections }).then(
          () => true,
          (failure: unknown) => fail('failedHere', failure),
        );
        if (hasBegun && latest === current) latest = undefined;
        return hasBegun;
      } finally {
        isStarting = false;
        onChange();
      }
    },
  };
}

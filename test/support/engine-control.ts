import type { EngineControl, EngineState } from '../../src/client/engine-control.ts';
import type { SyncOffers, SyncServer, SyncState } from '../../src/lib/sync.ts';

export const noSyncState: SyncState = {
  server: undefined,
  check: undefined,
  paused: false,
  isStarting: false,
  isRunning: false,
  last: undefined,
  retryAt: undefined,
  counts: { synced: 0, partial: 0, waiting: 0, stuck: 0, conflicts: 0, hidden: 0 },
  waiting: [],
  quota: undefined,
  stuck: [],
  conflicts: [],
  names: { merged: [], different: [], kept: [], unusable: [] },
  question: undefined,
  proof: undefined,
};

/** The offers of a server with all extensions of v1, and of a server without any. */
export const [ourOffers, plainOffers] = [true, false].map((isOffered): SyncOffers => ({
  exactlyOnce: isOffered,
  guardsEdits: isOffered,
  deletes: isOffered,
  addresses: isOffered,
  moves: isOffered,
  renames: isOffered,
  digest: isOffered,
})) as [SyncOffers, SyncOffers];

export const syncServer: SyncServer = {
  address: 'https://memories.test',
  mode: 'merge',
  offers: ourOffers,
  mayWrite: true,
  isLimited: false,
  collections: { see: true, change: true },
};

export const connectedSyncState: SyncState = { ...noSyncState, server: syncServer };

const bundled = { id: 'bundled', name: 'Bundled', languages: ['en'] };

/** The state of an engine that is ready and has indexed everything; `changed` replaces some of its fields. */
export const engineState = (changed: Partial<EngineState> = {}): EngineState => ({
  model: bundled,
  status: 'ready',
  lastChange: 3,
  indexing: { indexed: 3, total: 3, paused: false },
  models: [{ ...bundled, chosen: true }],
  ...changed,
});

export interface StandInEngineControl extends EngineControl {
  setState(changed: Partial<EngineState>): void;
  /**
   * Makes `state` and `watch` fail from now on, and notifies listeners of the failure. With undefined, both work again;
   * listeners aren't notified.
   */
  setFailure(failure: Error | undefined): void;
  /** The received commands, in order, such as `choose other`. */
  readonly calls: string[];
}

export function standInEngineControl(initial = engineState()): StandInEngineControl {
  let state = initial;
  const listeners = new Set<(state: EngineState) => void>();
  const failures = new Set<(failure: unknown) => void>();
  let fault: Error | undefined;
  const calls: string[] = [];
  const record = (verb: string) => async (modelId?: string) =>
    void calls.push([verb, modelId].filter(Boolean).join(' '));
  return {
    calls,
    setState(changed) {
      state = { ...state, ...changed };
      for (const listener of listeners) listener(state);
    },
    setFailure(failure) {
      fault = failure;
      if (failure) for (const failed of failures) failed(failure);
    },
    async state() {
      if (fault) throw fault;
      return state;
    },
    watch(listener, failed = () => {}) {
      listeners.add(listener);
      failures.add(failed);
      if (fault) failed(fault);
      else listener(state);
      return () => {
        listeners.delete(listener);
        failures.delete(failed);
      };
    },
    pause: record('pause'),
    resume: record('resume'),
    retry: record('retry'),
    choose: record('choose'),
    cancel: record('cancel'),
    remove: record('remove'),
    backUp: record('backUp'),
    restore: async (name, mode) => void calls.push(`restore ${name} ${mode}`),
    undoRestore: record('undoRestore'),
    async acknowledgeRestored(at) {
      calls.push(`acknowledgeRestored ${at}`);
      if (state.restored?.at === at) this.setState({ restored: undefined });
    },
    memorySync: async () => undefined,
    versions: async () => [],
    sync: async (command) => void calls.push(`sync ${JSON.stringify(command)}`),
  };
}

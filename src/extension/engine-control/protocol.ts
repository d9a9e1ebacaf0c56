import type { EngineState } from '../../client/engine-control.ts';
import type { EarlierVersion, MemorySync, SyncCommand } from '../../lib/sync.ts';
import type { RestoreMode } from '../../lib/backups.ts';

/**
 * What the extension's own pages send to control the engine. `seen`: the revision that the page has; the reply waits up
 * to `maxWaitMs` for a newer one.
 */
export type EngineControlQuestion =
  | { verb: 'state'; seen?: number }
  | { verb: 'pause' | 'resume' | 'retry' | 'cancel' }
  | { verb: 'choose' | 'remove'; modelId: string }
  | { verb: 'backUp' | 'undoRestore' }
  | { verb: 'acknowledgeRestored'; at: string }
  | { verb: 'restore'; name: string; mode: RestoreMode }
  | { verb: 'sync'; command: SyncCommand }
  | { verb: 'memorySync' | 'versions'; memoryId: string };

/** The state after a command; each change increments the revision. */
export interface EngineControlAnswer {
  state: EngineState;
  revision: number;
  memorySync?: MemorySync | undefined;
  versions?: EarlierVersion[] | undefined;
}

/** How long the engine lets a page wait for a change; less than the caller's time limit for a reply. */
export const maxWaitMs = 8_000;

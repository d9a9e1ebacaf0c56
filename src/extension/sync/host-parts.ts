import type { ExportLine } from '../../v1/schemas/export-line.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { ConnectionParts } from './connection.ts';

/** What sync needs from the engine. */
export interface SyncHostParts extends ConnectionParts {
  work: OpenWork;
  /** Backs up this device's memories. Rejects if the backup can't be stored. */
  keepOwnCopy: () => Promise<void>;
  /** Stores a copy of the server's memories. Rejects if they can't be read or stored. */
  keepServerCopy: (lines: AsyncIterable<ExportLine>) => Promise<void>;
  /**
   * Called with whether sync is on. While it is on, the host must start the engine again if it has ended: without the
   * engine, no round runs.
   */
  onActive: (active: boolean) => void;
  /** Called when the state may have changed. */
  onChange: () => void;
  /** Called with each unexpected failure. */
  report: (failure: unknown) => void;
}

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
  /** Called with whether sync is on. While sync is on, the host must restart an engine that has ended. */
  onActive: (active: boolean) => void;
  onChange: () => void;
  report: (failure: unknown) => void;
}

import type { ExportLine } from '../../v1/schemas/export-line.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { ConnectionParts } from './connection.ts';

/** What sync needs of the engine. */
export interface SyncHostParts extends ConnectionParts {
  work: OpenWork;
  /** Backs up what is here. Rejects if that can't be stored. */
  keepOwnCopy: () => Promise<void>;
  /** Stores a copy of what the server has. Rejects if that can't be read or stored. */
  keepServerCopy: (lines: AsyncIterable<ExportLine>) => Promise<void>;
  /** Called with whether sync is on. If so, rounds must go on even after the engine was ended. */
  onActive: (active: boolean) => void;
  onChange: () => void;
  report: (news: unknown) => void;
}

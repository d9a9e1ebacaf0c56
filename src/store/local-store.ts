import type { RestoredMemories, SecondCopy } from '../lib/second-copy.ts';
import type { IndexFiles } from '../service/ports/keyword-index.ts';
import type { SyncStore } from '../service/ports/sync.ts';
import type { Store } from '../service/ports/store.ts';

/** The extension's store: it also keeps the files of the search indexes, and may have a second copy (the journal). */
export interface LocalStore extends Store {
  readonly files: IndexFiles;
  /** Absent in a store without sync. */
  readonly sync?: SyncStore;
  /**
   * What was restored from the second copy because the browser had lost memories, if anything. Kept, also across
   * restarts, until the user acknowledges it.
   */
  readonly restored?: RestoredMemories | undefined;
  /** Ends the report of the restore that happened at `at`. Absent in a store that never restores. */
  acknowledgeRestored?(at: string): Promise<void>;
  /** The state of the second copy; undefined if there is none. */
  readonly secondCopy?: SecondCopy | undefined;
  /** True if the database can't be opened: then this store reads from the second copy and refuses writes. */
  readonly isReadOnly?: boolean;
}

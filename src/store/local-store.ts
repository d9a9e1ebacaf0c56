import type { RestoredMemories, SecondCopy } from '../lib/second-copy.ts';
import type { IndexFiles } from '../service/ports/keyword-index.ts';
import type { Store } from '../service/ports/store.ts';

/** A store that also has a place for what indexes keep of themselves. */
export interface LocalStore extends Store {
  readonly files: IndexFiles;
  /** What was brought back from a second copy, since the browser had lost it; undefined where nothing was. */
  readonly restored?: RestoredMemories | undefined;
  /** What is known of the second copy; undefined if there is none. */
  readonly secondCopy?: SecondCopy | undefined;
  /** The database can't be opened: this store reads from the second copy and refuses writes. */
  readonly isReadOnly?: boolean;
}

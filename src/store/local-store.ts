import type { IndexFiles } from '../service/ports/keyword-index.ts';
import type { Store } from '../service/ports/store.ts';

/** A store that also has a place for what indexes keep of themselves. */
export interface LocalStore extends Store {
  readonly files: IndexFiles;
  /** What was brought back from a second copy, since the browser had lost it; undefined where nothing was. */
  readonly restored?: Restored | undefined;
}

export interface Restored {
  /** Live or in the trash. */
  memories: number;
  /** ISO 8601, UTC. */
  at: string;
  /** The copy was damaged too: what was changed after a certain moment is lost. */
  damaged: boolean;
}

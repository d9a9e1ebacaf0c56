import type { IndexFiles } from '../service/ports/keyword-index.ts';
import type { Store } from '../service/ports/store.ts';

/** A store that also has a place for what indexes keep of themselves. */
export interface LocalStore extends Store {
  readonly files: IndexFiles;
}

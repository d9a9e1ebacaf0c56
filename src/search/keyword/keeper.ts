import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { Archive } from './archive.ts';
import type { Library } from './library.ts';
import { idleSlice, pacer } from '../pace.ts';
import { sharedRuns } from '../shared-runs.ts';
import type { WhenQuiet } from '../when-quiet.ts';
import { tidy } from './upkeep.ts';

/** So many changes that reading them again would be felt at the next start. */
const enoughChanges = 200;

/** What the live part may hold. Lengths are in distinct terms. */
const most = { memories: 2_000, totalLength: 100_000 };

/** Freezes what is live, and keeps what is frozen, so that a cold start need not index all memories. The loss of what is kept, or a failure to freeze or write it, costs time only. */
export class Keeper {
  readonly #archive: Archive | undefined;
  readonly #whenQuiet: WhenQuiet;
  readonly #mostMemories: number;
  /** Changes that what is kept lacks. */
  #unkept = 0;
  /** The library of the last changes; no other is kept any more. */
  #latest: Library | undefined;

  constructor(files: IndexFiles | undefined, whenQuiet: WhenQuiet, mostMemories = most.memories) {
    this.#archive = files && new Archive(files);
    this.#whenQuiet = whenQuiet;
    this.#mostMemories = mostMemories;
  }

  /** What was kept of this store; undefined where there is nothing of use. */
  async load(store: string): Promise<Library | undefined> {
    try {
      return await this.#archive?.load(store);
    } catch {
      return undefined;
    }
  }

  /** Notes changes of the library. Many are frozen when it is quiet; where the live part is full, at once. Waits only where changes come faster than they can be frozen. */
  async changed(library: Library, changes: number): Promise<void> {
    this.#unkept += changes;
    this.#latest = library;
    const { memories, totalLength } = library.live;
    const fullness = Math.max(memories / this.#mostMemories, totalLength / most.totalLength);
    if (fullness >= 2) await this.#keep(library);
    else if (fullness >= 1) void this.#keep(library);
    else if (this.#unkept >= enoughChanges) this.#whenQuiet(() => this.#keep(library));
  }

  readonly #keep = sharedRuns(async (library: Library) => {
    if (library !== this.#latest) return;
    const changes = this.#unkept;
    try {
      await tidy(library, pacer(idleSlice));
      await this.#archive?.save(library);
      this.#unkept -= changes;
    } catch {
      // What was kept before is still good, what is live still answers, and the next changes bring the next try.
    }
  });
}

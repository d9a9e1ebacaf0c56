import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { SegmentStore } from './segment-store.ts';
import type { IndexState } from './index-state.ts';
import { idleSliceMs, pacer } from '../../lib/pace.ts';
import { sharedRuns } from '../../lib/shared-runs.ts';
import type { WhenQuiet } from '../when-quiet.ts';
import { compact } from './compact.ts';

/** Re-indexing this many changes would noticeably slow the next start. */
const enoughChanges = 200;

const liveLimits = { memories: 10_000, postings: 500_000 };

/**
 * Freezes the live table (the latest changes) into segments and stores these, so that a cold start doesn't index
 * everything.
 */
export class Compactor {
  readonly #store: SegmentStore | undefined;
  readonly #whenQuiet: WhenQuiet;
  readonly #maxLiveMemories: number;
  #unstored = 0;
  /** The index last passed to `changed`. */
  #latest: IndexState | undefined;

  constructor(files: IndexFiles | undefined, whenQuiet: WhenQuiet, maxLiveMemories = liveLimits.memories) {
    this.#store = files && new SegmentStore(files);
    this.#whenQuiet = whenQuiet;
    this.#maxLiveMemories = maxLiveMemories;
  }

  /** The stored index of the memory store with this id; undefined if there is no usable one. */
  async load(store: string): Promise<IndexState | undefined> {
    try {
      return await this.#store?.load(store);
    } catch {
      return undefined;
    }
  }

  /**
   * Call after changing the index. Freezes the live table at once if it is full, or after a pause (`whenQuiet`) if many
   * changes aren't stored yet.
   */
  async changed(state: IndexState, changes: number): Promise<void> {
    this.#unstored += changes;
    this.#latest = state;
    const { docValues, size } = state.live;
    const fullness = Math.max(docValues.length / this.#maxLiveMemories, size / liveLimits.postings);
    if (fullness >= 2) await this.#freezeAndStore(state);
    else if (fullness >= 1) void this.#freezeAndStore(state);
    else if (this.#unstored >= enoughChanges) this.#whenQuiet(() => this.#freezeAndStore(state));
  }

  readonly #freezeAndStore = sharedRuns(async (state: IndexState) => {
    if (state !== this.#latest) return;
    const changes = this.#unstored;
    try {
      await compact(state, pacer(idleSliceMs));
      await this.#store?.save(state);
      this.#unstored -= changes;
    } catch {
      // The stored segments stay valid, and the next change tries again.
    }
  });
}

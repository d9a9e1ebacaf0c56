import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { SegmentStore } from './segment-store.ts';
import type { IndexState } from './index-state.ts';
import { idleSlice, pacer } from '../pace.ts';
import { sharedRuns } from '../shared-runs.ts';
import type { WhenQuiet } from '../when-quiet.ts';
import { tidy } from './upkeep.ts';

/** So many changes that reading them again would be felt at the next start. */
const enoughChanges = 200;

/** What the live part may hold, with what was removed from it. */
const most = { memories: 10_000, postings: 500_000 };

/** Freezes what is live, and keeps what is frozen, so that a cold start need not index all memories. The loss of what is kept, or a failure to freeze or write it, costs time only. */
export class Compactor {
  readonly #store: SegmentStore | undefined;
  readonly #whenQuiet: WhenQuiet;
  readonly #mostMemories: number;
  /** Changes that what is kept lacks. */
  #unkept = 0;
  /** The library of the last changes; no other is kept any more. */
  #latest: IndexState | undefined;

  constructor(files: IndexFiles | undefined, whenQuiet: WhenQuiet, mostMemories = most.memories) {
    this.#store = files && new SegmentStore(files);
    this.#whenQuiet = whenQuiet;
    this.#mostMemories = mostMemories;
  }

  /** What was kept of this store; undefined where there is nothing of use. */
  async load(store: string): Promise<IndexState | undefined> {
    try {
      return await this.#store?.load(store);
    } catch {
      return undefined;
    }
  }

  /** Notes changes of the index. Many are frozen when it is quiet; where the live part is full, at once. Waits only where changes come faster than they can be frozen. */
  async changed(state: IndexState, changes: number): Promise<void> {
    this.#unkept += changes;
    this.#latest = state;
    const { docValues, size } = state.live;
    const fullness = Math.max(docValues.length / this.#mostMemories, size / most.postings);
    if (fullness >= 2) await this.#keep(state);
    else if (fullness >= 1) void this.#keep(state);
    else if (this.#unkept >= enoughChanges) this.#whenQuiet(() => this.#keep(state));
  }

  readonly #keep = sharedRuns(async (state: IndexState) => {
    if (state !== this.#latest) return;
    const changes = this.#unkept;
    try {
      await tidy(state, pacer(idleSlice));
      await this.#store?.save(state);
      this.#unkept -= changes;
    } catch {
      // What was kept before is still good, what is live still answers, and the next changes bring the next try.
    }
  });
}

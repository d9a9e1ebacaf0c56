import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import type { Mirror } from './mirror.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';

/** The name of the blob. */
export const snapshotName = 'keyword';

/** Does `work` once nothing has been asked of it for a while: each call takes the place of the one before. */
export type WhenQuiet = (work: () => Promise<void>) => void;

/** Keeps a snapshot, so that a cold start need not index all memories. Its loss, or a failure to write it, costs time only. */
export class Keeper {
  readonly #files: IndexFiles;
  readonly #whenQuiet: WhenQuiet;
  /** Changes that the kept snapshot lacks. */
  #unkept = 0;

  constructor(files: IndexFiles, whenQuiet: WhenQuiet) {
    this.#files = files;
    this.#whenQuiet = whenQuiet;
  }

  /** What was kept of this store; undefined where there is nothing of use. */
  async load(store: string): Promise<Mirror | undefined> {
    try {
      const bytes = await this.#files.read(snapshotName);
      return bytes === undefined ? undefined : await decodeSnapshot(bytes, store);
    } catch {
      return undefined;
    }
  }

  /** Notes changes of the mirror. Once they are many, a snapshot is written when it is quiet. */
  changed(mirror: Mirror, changes: number): void {
    this.#unkept += changes;
    if (this.#unkept >= enough(mirror)) this.#whenQuiet(() => this.#save(mirror));
  }

  async #save(mirror: Mirror): Promise<void> {
    const kept = this.#unkept;
    try {
      await this.#files.write(snapshotName, await encodeSnapshot(mirror));
      this.#unkept -= kept;
    } catch {
      // The old snapshot is still good, and the next changes bring the next try.
    }
  }
}

/** So many changes that reading them again would be felt at the next start. */
function enough(mirror: Mirror): number {
  return Math.max(200, mirror.whole.size / 20);
}

/** Quiet is `milliseconds` without a call. */
export function quietFor(milliseconds: number): WhenQuiet {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (work) => {
    clearTimeout(timer);
    timer = setTimeout(() => void work(), milliseconds);
  };
}

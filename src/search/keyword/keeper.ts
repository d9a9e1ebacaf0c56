import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import type { Mirror } from './mirror.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';

const fileName = 'keyword';

/** How long nothing must have changed before a snapshot is written, in milliseconds. */
const idle = 2_000;

/** Keeps a snapshot, so that a cold start need not index all memories. Its loss, or a failure to write it, costs time only. */
export class Keeper {
  readonly #files: IndexFiles;
  /** Changes that the kept snapshot lacks. */
  #unkept = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(files: IndexFiles) {
    this.#files = files;
  }

  /** What was kept of this store; undefined where there is nothing of use. */
  async load(store: string): Promise<Mirror | undefined> {
    try {
      const bytes = await this.#files.read(fileName);
      return bytes === undefined ? undefined : await decodeSnapshot(bytes, store);
    } catch {
      return undefined;
    }
  }

  /** Notes changes of the mirror; once they are many, a snapshot is written when it is quiet. */
  changed(mirror: Mirror, changes: number): void {
    this.#unkept += changes;
    if (changes === 0 || this.#unkept < Math.max(200, mirror.whole.size / 20)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(mirror), idle);
  }

  async #save(mirror: Mirror): Promise<void> {
    const kept = this.#unkept;
    try {
      await this.#files.write(fileName, await encodeSnapshot(mirror));
      this.#unkept -= kept;
    } catch {
      // The old snapshot is still good, and the next changes bring the next try.
    }
  }
}

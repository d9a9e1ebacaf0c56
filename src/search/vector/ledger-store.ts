import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import type { Ledger } from './ledger.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';

/** The name of the blob. */
const snapshotName = 'vectors';

/** So many changes that reading them again would be felt at the next start. */
const enoughChanges = 200;

/** Keeps the ledger, so that a cold start need not read all memories. Its loss, or a failure to write it, costs time only. */
export class LedgerStore {
  readonly #blobs: IndexFiles | undefined;
  /** Changes that what is kept lacks. */
  #unkept = 0;

  constructor(blobs: IndexFiles | undefined) {
    this.#blobs = blobs;
  }

  /** What was kept of this store; undefined where there is nothing of use. */
  async load(store: string): Promise<Ledger | undefined> {
    try {
      const bytes = await this.#blobs?.read(snapshotName);
      return bytes && decodeSnapshot(bytes, store);
    } catch {
      return undefined;
    }
  }

  changed(changes: number): void {
    this.#unkept += changes;
  }

  /** Writes where it is worth it. */
  async save(ledger: Ledger): Promise<void> {
    if (this.#unkept < Math.max(enoughChanges, ledger.docValues.size / 20)) return;
    const changes = this.#unkept;
    try {
      await this.#blobs?.write(snapshotName, encodeSnapshot(ledger));
      this.#unkept -= changes;
    } catch {
      // What was kept before is still good, and the next changes bring the next try.
    }
  }
}

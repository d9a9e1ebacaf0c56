import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import type { Ledger } from './ledger.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';

const snapshotName = 'vectors';

/** Reading this many changes again would noticeably slow the next start. */
const enoughChanges = 200;

/** Stores the ledger (all memories without their texts), so that a cold start doesn't read all memories. */
export class LedgerStore {
  readonly #blobs: IndexFiles | undefined;
  #unstored = 0;

  constructor(blobs: IndexFiles | undefined) {
    this.#blobs = blobs;
  }

  /** The stored ledger of the memory store with this id; undefined if there is no usable one. */
  async load(store: string): Promise<Ledger | undefined> {
    try {
      const bytes = await this.#blobs?.read(snapshotName);
      return bytes && decodeSnapshot(bytes, store);
    } catch {
      return undefined;
    }
  }

  changed(changes: number): void {
    this.#unstored += changes;
  }

  async save(ledger: Ledger): Promise<void> {
    if (this.#unstored < Math.max(enoughChanges, ledger.docValues.size / 20)) return;
    const changes = this.#unstored;
    try {
      await this.#blobs?.write(snapshotName, encodeSnapshot(ledger));
      this.#unstored -= changes;
    } catch {
      // The stored ledger is still valid, and the next `save` tries again.
    }
  }
}

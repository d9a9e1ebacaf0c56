import type { Change } from './changes.ts';
import { entriesOf } from './entries.ts';
import type { JournalFile } from './files.ts';

/** Reads a file that was just written, a slice at a time, and counts the memories that it makes. */
export class ReadBack {
  readonly #file: JournalFile;
  readonly #memories = new Set<unknown>();
  /** How far it was read, in bytes. */
  #at = 0;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  get memories(): number {
    return this.#memories.size;
  }

  /** Reads on to `end`, or about `bytes` of it; returns whether that was all. Throws if the file doesn't hold what was written. */
  read(end: number, bytes: number): boolean {
    const from = this.#at;
    if (from < end) {
      for (const found of entriesOf(this.#file, from)) {
        if ('changes' in found.entry) found.entry.changes.forEach((change) => this.#count(change));
        this.#at = found.end;
        if (found.end >= end || found.end - from >= bytes) break;
      }
      if (this.#at === from) throw new DOMException('The journal does not hold what was written to it.', 'DataError');
    }
    return this.#at >= end;
  }

  #count(change: Change): void {
    if (change.table !== 'memories') return;
    if (change.type === 'put') for (const row of change.values) this.#memories.add((row as { id: string }).id);
    else if (change.type === 'delete') for (const id of change.keys) this.#memories.delete(id);
    // Memories are erased one by one; a range is a table that was emptied.
    else this.#memories.clear();
  }
}

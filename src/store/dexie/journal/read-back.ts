import type { Change } from './changes.ts';
import { entriesOf } from './entries.ts';
import type { JournalFile } from './files.ts';

/** Reads a newly written file in slices and counts the memories that it restores. */
export class ReadBack {
  readonly #file: JournalFile;
  readonly #memories = new Set<unknown>();
  /** Offset of the next slice. */
  #at = 0;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  get memories(): number {
    return this.#memories.size;
  }

  /** Reads about `bytes` more, at most to `end`; returns whether it reached the end. Throws if the file is damaged. */
  read(end: number, bytes: number): boolean {
    const from = this.#at;
    if (from < end) {
      for (const found of entriesOf(this.#file, from)) {
        if ('changes' in found.entry) found.entry.changes.forEach((change) => this.#count(change));
        this.#at = found.end;
        if (found.end >= end || found.end - from >= bytes) break;
      }
      if (this.#at === from)
        throw new DOMException('The journal does not contain what was written to it.', 'DataError');
    }
    return this.#at >= end;
  }

  #count(change: Change): void {
    if (change.table !== 'memories') return;
    if (change.type === 'put') for (const row of change.values) this.#memories.add((row as { id: string }).id);
    else if (change.type === 'delete') for (const id of change.keys) this.#memories.delete(id);
    // Memories are erased one by one; a range means that the table was emptied.
    else this.#memories.clear();
  }
}

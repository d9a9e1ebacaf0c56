import type { Change } from '../../service/ports/rows.ts';
import { entryOf } from './entry.ts';
import { Table } from './table.ts';
import { Views } from './views.ts';

/** What the live memories of a store were at `seq`, searchable by word. */
export class Mirror {
  readonly store: string;
  readonly whole: Table;
  readonly views: Views;
  #seq: number;

  constructor(store: string, seq = 0, whole = new Table()) {
    this.store = store;
    this.whole = whole;
    this.views = new Views(whole);
    this.#seq = seq;
  }

  get seq(): number {
    return this.#seq;
  }

  /** To be called in the order of seq. A memory in the trash is not searchable. */
  apply({ kind, row }: Change): void {
    if (kind === 'memory' && row.deletedAt === null) {
      const entry = entryOf(row);
      this.whole.put(entry);
      this.views.put(entry);
    } else {
      this.whole.remove(row.id);
      this.views.remove(row.id);
    }
    this.#seq = row.seq;
  }
}

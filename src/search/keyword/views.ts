import type { Entry } from './entry.ts';
import { pacer } from '../pace.ts';
import { Table } from './table.ts';

/** How many views are kept, those used last. */
const most = 8;

interface View {
  collections: Set<string>;
  table: Table;
  filled: Promise<void>;
}

/** Tables over the memories of some collections alone, for askers who may see no others. They are made when first asked for, and then follow every change. */
export class Views {
  readonly #whole: Table;
  /** By their collections; the one used last comes last. */
  readonly #views = new Map<string, View>();

  constructor(whole: Table) {
    this.#whole = whole;
  }

  async of(collections: string[]): Promise<Table> {
    const key = collections.toSorted().join(' ');
    const view = this.#views.get(key) ?? this.#make(new Set(collections));
    this.#views.delete(key);
    this.#views.set(key, view);
    for (const [oldest] of this.#views) if (this.#views.size > most) this.#views.delete(oldest);
    await view.filled;
    return view.table;
  }

  put(entry: Entry): void {
    for (const view of this.#views.values()) {
      if (sees(view.collections, entry)) view.table.put(entry);
      else view.table.remove(entry.id);
    }
  }

  remove(id: string): void {
    for (const view of this.#views.values()) view.table.remove(id);
  }

  #make(collections: Set<string>): View {
    const table = new Table();
    return { collections, table, filled: this.#fill(table, collections) };
  }

  /** Changes that come meanwhile reach the table by `put` and `remove`, and the entries that are read are those of now: nothing is missed, nothing stale. */
  async #fill(table: Table, collections: Set<string>): Promise<void> {
    const pace = pacer();
    for (const entry of this.#whole.entries()) {
      if (sees(collections, entry)) table.put(entry);
      await pace();
    }
  }
}

function sees(collections: Set<string>, entry: Entry): boolean {
  return entry.collection !== null && collections.has(entry.collection);
}

import type { CollectionRow, MemoryRow } from '../../src/service/ports/rows.ts';
import type {
  Sweep,
  SyncCollection,
  SyncItem,
  SyncLink,
  SyncPauses,
  SyncVersion,
} from '../../src/service/ports/sync.ts';
import type { Account } from './network.ts';

export class Rows<Value> extends Map<string, Value> {
  readonly #undo: (() => void)[] = [];
  changes = 0;

  put(key: string, value: Value): void {
    this.#remember(key);
    this.set(key, value);
  }

  remove(key: string): void {
    this.#remember(key);
    this.delete(key);
  }

  commit(): void {
    this.changes += this.#undo.length;
    this.#undo.length = 0;
  }

  rollback(): void {
    while (this.#undo.length > 0) this.#undo.pop()!();
  }

  #remember(key: string): void {
    const before = this.get(key);
    this.#undo.push(before === undefined ? () => this.delete(key) : () => this.set(key, before));
  }
}

/** What is on the disk of a device. Rows are never changed in place. */
export class Disk {
  readonly memories = new Rows<MemoryRow>();
  readonly erased = new Rows<{ id: string; erasedAt: string; seq: number }>();
  readonly collections = new Rows<CollectionRow>();
  readonly items = new Rows<SyncItem>();
  readonly syncCollections = new Rows<SyncCollection>();
  readonly versions = new Rows<SyncVersion>();
  readonly state = new Rows<SyncLink | number>();
  /** The local id of each memory, by its id on the server. */
  readonly byRemote = new Rows<string>();
  /** The local ids of memories, by the hashes of the texts that they may have on the server. */
  readonly byPrint = new Rows<string[]>();
  /** An unfinished reading of the whole server. `pages`: what each page showed, by page number. */
  sweep: { sweep: Sweep; pages: Map<number, [string, string][]> } | undefined;
  pauses: SyncPauses = { all: 0, writes: 0, setAt: 0 };
  account: Account = 'own';

  get tables(): Rows<unknown>[] {
    const { memories, erased, collections, items, syncCollections, versions, state, byRemote, byPrint } = this;
    return [
      memories,
      erased,
      collections,
      items,
      syncCollections,
      versions,
      state,
      byRemote,
      byPrint,
    ] as Rows<unknown>[];
  }

  commit(): void {
    for (const table of this.tables) table.commit();
  }

  get writes(): number {
    return this.tables.reduce((sum, { changes }) => sum + changes, 0);
  }

  /** `writes` without those to `state`, which has the link to the server and the last `seq`. */
  get contentWrites(): number {
    return this.writes - this.state.changes;
  }

  /** `contentWrites` without writes of collections. */
  get memoryWrites(): number {
    return this.contentWrites - this.collections.changes - this.syncCollections.changes;
  }

  clone(): Disk {
    const copy = new Disk();
    for (const [index, table] of this.tables.entries())
      for (const [key, value] of table) copy.tables[index]!.set(key, value);
    copy.sweep = this.sweep && { sweep: this.sweep.sweep, pages: new Map(this.sweep.pages) };
    copy.pauses = this.pauses;
    copy.account = this.account;
    return copy;
  }
}

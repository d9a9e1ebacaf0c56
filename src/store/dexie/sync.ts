import type { Table, Transaction } from 'dexie';
import type { Change, CollectionRow, MemoryRow } from '../../service/ports/rows.ts';
import { turns } from '../../lib/turns.ts';
import type {
  RowsToLoad,
  SyncCollection,
  SyncItem,
  SyncLink,
  SyncReader,
  SyncStore,
  SyncVersion,
  SyncWriter,
} from '../../service/ports/sync.ts';
import { SyncItems } from './sync-items.ts';
import { StrictTables, tableOf } from './tables.ts';
import { DexieWriter } from './writer.ts';

const linkName = 'server';

/** Runs one transaction over all tables of the strict database. */
type Run = <T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** The rows of sync in the strict database. */
export function dexieSync(run: Run): SyncStore {
  return {
    read: (work: (reader: SyncReader) => Promise<never>) => run('r', (transaction) => work(new Rows(transaction))),
    write: (work) =>
      run('rw', async (transaction) => {
        const rows = new Rows(transaction);
        const answer = await work(rows);
        await rows.flush();
        return answer;
      }),
  };
}

class Rows implements SyncWriter {
  readonly #tables: StrictTables;
  readonly #memories: DexieWriter;
  readonly #items: SyncItems;
  readonly #collections: Table<SyncCollection, string>;
  readonly #link: Table<{ name: string; link: SyncLink }, string>;
  readonly #loaded = new Map<string, MemoryRow | undefined>();
  /** Memories still to be written. They are written together, since each write also updates counts and the `seq`. */
  readonly #unwritten = new Map<string, Omit<MemoryRow, 'seq'>>();
  readonly #inTurn = turns();

  constructor(transaction: Transaction) {
    this.#tables = new StrictTables(transaction);
    this.#memories = new DexieWriter(this.#tables);
    this.#items = new SyncItems(tableOf(transaction, 'syncItems'));
    this.#collections = tableOf(transaction, 'syncCollections');
    this.#link = tableOf(transaction, 'syncLink');
  }

  async load({ memories = [], items = [], remotes = [] }: RowsToLoad): Promise<void> {
    await Promise.all([this.#loadMemories(memories), this.#items.load(items), this.#items.loadRemotes(remotes)]);
  }

  async memory(id: string): Promise<MemoryRow | undefined> {
    if (this.#loaded.has(id)) return this.#loaded.get(id);
    // If a write that has begun contains the memory, the empty turn waits for it.
    await (this.#unwritten.has(id) ? this.#writeMemories() : this.#inTurn(async () => {}));
    return this.#memories.memory(id);
  }

  async changes(seq: number, limit: number): Promise<Change[]> {
    await this.#writeMemories();
    return this.#memories.changes(seq, limit);
  }

  async lastSeq(): Promise<number> {
    await this.#writeMemories();
    return this.#memories.lastSeq();
  }

  collection(id: string): Promise<CollectionRow | undefined> {
    return this.#tables.collections.get(id);
  }

  collectionByKey(key: string): Promise<CollectionRow | undefined> {
    return this.#tables.collections.where('key').equals(key).first();
  }

  async link(): Promise<SyncLink | undefined> {
    return (await this.#link.get(linkName))?.link;
  }

  item(id: string): Promise<SyncItem | undefined> {
    return this.#items.get(id);
  }

  itemOfRemote(remote: string): Promise<SyncItem | undefined> {
    return this.#items.ofRemote(remote);
  }

  itemsByPrint(print: string): Promise<SyncItem[]> {
    return this.#items.withPrint(print);
  }

  items(after: string, limit: number): Promise<SyncItem[]> {
    return this.#items.after(after, limit);
  }

  dueItems(after: string, limit: number): Promise<SyncItem[]> {
    return this.#items.dueAfter(after, limit);
  }

  syncCollections(): Promise<SyncCollection[]> {
    return this.#collections.toArray();
  }

  collections(): Promise<CollectionRow[]> {
    return this.#tables.collections.toArray();
  }

  versions(id: string): Promise<SyncVersion[]> {
    return this.#tables.syncVersions.where('id').equals(id).toArray();
  }

  async hasVersionsBefore(time: number): Promise<boolean> {
    return (await this.#tables.syncVersions.where('at').below(time).count()) > 0;
  }

  async putMemory(row: Omit<MemoryRow, 'seq'>): Promise<void> {
    this.#loaded.delete(row.id);
    // Deleted first, so that the row moves to the end.
    this.#unwritten.delete(row.id);
    this.#unwritten.set(row.id, row);
  }

  putCollection(row: CollectionRow): Promise<void> {
    return this.#memories.putCollection(row);
  }

  async putLink(link: SyncLink): Promise<void> {
    await this.#link.put({ name: linkName, link });
  }

  async putItem(item: SyncItem): Promise<void> {
    this.#items.put(item);
  }

  async deleteItem(id: string): Promise<void> {
    this.#items.delete(id);
  }

  async putSyncCollection(row: SyncCollection): Promise<void> {
    await this.#collections.put(row);
  }

  async deleteSyncCollection(remote: string): Promise<void> {
    await this.#collections.delete(remote);
  }

  async addVersion(version: SyncVersion): Promise<void> {
    await this.#tables.syncVersions.add(version);
  }

  async dropVersionsBefore(time: number): Promise<void> {
    await this.#tables.syncVersions.where('at').below(time).delete();
  }

  async forgetServer(): Promise<void> {
    await Promise.all([this.#items.clear(), this.#collections.clear(), this.#link.clear()]);
  }

  async flush(): Promise<void> {
    await Promise.all([this.#writeMemories(), this.#items.flush()]);
  }

  async #loadMemories(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#inTurn(async () => {
      const found = new Map((await this.#memories.memories([...ids])).map((row) => [row.id, row]));
      // Keeps only this call's memories: a long transaction reads more than should be in RAM at once.
      this.#loaded.clear();
      for (const id of ids) if (!this.#unwritten.has(id)) this.#loaded.set(id, found.get(id));
    });
  }

  async #writeMemories(): Promise<void> {
    await this.#inTurn(() => {
      const rows = [...this.#unwritten.values()];
      this.#unwritten.clear();
      return this.#memories.putMemories(rows);
    });
  }
}

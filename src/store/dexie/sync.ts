import Dexie, { type Table, type Transaction } from 'dexie';
import type { CollectionRow } from '../../service/ports/rows.ts';
import type {
  SyncCollection,
  SyncItem,
  SyncLink,
  SyncReader,
  SyncStore,
  SyncVersion,
  SyncWriter,
} from '../../service/ports/sync.ts';
import { StrictTables, tableOf } from './tables.ts';
import { DexieWriter } from './writer.ts';

const linkName = 'server';

/** Runs one transaction over all tables of the strict database. */
type Run = <T>(mode: 'r' | 'rw', work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** The rows of sync in the strict database. */
export function dexieSync(run: Run): SyncStore {
  return {
    read: (work: (reader: SyncReader) => Promise<never>) => run('r', (transaction) => work(new Rows(transaction))),
    write: (work) => run('rw', (transaction) => work(new Rows(transaction))),
  };
}

class Rows extends DexieWriter implements SyncWriter {
  readonly #items: Table<SyncItem, string>;
  readonly #collections: Table<SyncCollection, string>;
  readonly #link: Table<{ name: string; link: SyncLink }, string>;

  constructor(transaction: Transaction) {
    super(new StrictTables(transaction));
    this.#items = tableOf(transaction, 'syncItems');
    this.#collections = tableOf(transaction, 'syncCollections');
    this.#link = tableOf(transaction, 'syncLink');
  }

  async link(): Promise<SyncLink | undefined> {
    return (await this.#link.get(linkName))?.link;
  }

  item(id: string): Promise<SyncItem | undefined> {
    return this.#items.get(id);
  }

  itemOfRemote(remote: string): Promise<SyncItem | undefined> {
    return this.#items.where('remote').equals(remote).first();
  }

  itemsByPrint(print: string): Promise<SyncItem[]> {
    return this.#items.where('prints').equals(print).sortBy('id');
  }

  items(after: string, limit: number): Promise<SyncItem[]> {
    return this.#items.where('id').above(after).limit(limit).toArray();
  }

  dueItems(after: string, limit: number): Promise<SyncItem[]> {
    return this.#items.where('[due+id]').between([1, after], [1, Dexie.maxKey], false, true).limit(limit).toArray();
  }

  syncCollections(): Promise<SyncCollection[]> {
    return this.#collections.toArray();
  }

  collections(): Promise<CollectionRow[]> {
    return this.tables.collections.toArray();
  }

  versions(id: string): Promise<SyncVersion[]> {
    return this.tables.syncVersions.where('id').equals(id).toArray();
  }

  async hasVersionsBefore(time: number): Promise<boolean> {
    return (await this.tables.syncVersions.where('at').below(time).count()) > 0;
  }

  async putLink(link: SyncLink): Promise<void> {
    await this.#link.put({ name: linkName, link });
  }

  async putItem(item: SyncItem): Promise<void> {
    await this.#items.put(item);
  }

  async deleteItem(id: string): Promise<void> {
    await this.#items.delete(id);
  }

  async putSyncCollection(row: SyncCollection): Promise<void> {
    await this.#collections.put(row);
  }

  async deleteSyncCollection(remote: string): Promise<void> {
    await this.#collections.delete(remote);
  }

  async addVersion(version: SyncVersion): Promise<void> {
    await this.tables.syncVersions.add(version);
  }

  async dropVersionsBefore(time: number): Promise<void> {
    await this.tables.syncVersions.where('at').below(time).delete();
  }

  async forgetServer(): Promise<void> {
    await Promise.all([this.#items.clear(), this.#collections.clear(), this.#link.clear()]);
  }
}

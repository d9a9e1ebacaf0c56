import Dexie, { type Table } from 'dexie';
import type { SyncItem } from '../../service/ports/sync.ts';
import { turns } from '../../lib/turns.ts';
import { getNear } from './get-many.ts';

/**
 * The items (what sync stores about each memory) in one transaction. A request to IndexedDB takes longer than most of
 * what sync does with an item, so items are loaded many at a time and cached. Changes are written together, by `flush`
 * or before the next read that the cache can't serve.
 */
export class SyncItems {
  readonly #table: Table<SyncItem, string>;
  /** By id: items as they were loaded or changed. */
  readonly #known = new Map<string, SyncItem | undefined>();
  /** By id on the server: the id of the item that `ofRemote` returns, which is in `#known`. Undefined: no item. */
  readonly #remotes = new Map<string, string | undefined>();
  readonly #changed = new Set<string>();
  readonly #inTurn = turns();
  #prints: Promise<boolean> | undefined;

  constructor(table: Table<SyncItem, string>) {
    this.#table = table;
  }

  async load(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const near = await getNear(this.#table, 'id', ids);
    const items = near ?? (await this.#table.bulkGet([...ids]));
    const found = new Map(items.flatMap((item) => (item ? [[item.id, item] as const] : [])));
    for (const id of ids) if (!this.#known.has(id)) this.#known.set(id, found.get(id));
  }

  /** Loads nothing if the ids lie far apart, or a change isn't in the table yet: `ofRemote` then asks the table. */
  async loadRemotes(remotes: readonly string[]): Promise<void> {
    if (remotes.length === 0) return;
    const items = await this.#inTurn(() => getNear(this.#table, 'remote', remotes));
    if (items === undefined || this.#changed.size > 0) return;
    // Of several items with the same id on the server, the first counts.
    const found = new Map(items.toReversed().map((item) => [item.remote!, item]));
    for (const remote of remotes) {
      const item = found.get(remote);
      this.#remotes.set(remote, item?.id);
      if (item !== undefined) this.#known.set(item.id, item);
    }
  }

  async get(id: string): Promise<SyncItem | undefined> {
    return this.#known.has(id) ? this.#known.get(id) : this.#table.get(id);
  }

  async ofRemote(remote: string): Promise<SyncItem | undefined> {
    if (this.#remotes.has(remote)) return this.#known.get(this.#remotes.get(remote) ?? '');
    await this.flush();
    return this.#table.where('remote').equals(remote).first();
  }

  async withPrint(print: string): Promise<SyncItem[]> {
    // If sync only receives, no item has prints (hashes of its texts). One query shows that, which saves the flush and
    // all other queries.
    this.#prints ??= this.#anyPrints();
    if (!(await this.#prints)) return [];
    await this.flush();
    return this.#table.where('prints').equals(print).sortBy('id');
  }

  async after(id: string, limit: number): Promise<SyncItem[]> {
    await this.flush();
    return this.#table.where('id').above(id).limit(limit).toArray();
  }

  async dueAfter(id: string, limit: number): Promise<SyncItem[]> {
    await this.flush();
    const due = this.#table.where('[due+id]').between([1, id], [1, Dexie.maxKey], false, true);
    return due.limit(limit).toArray();
  }

  put(item: SyncItem): void {
    this.#forgetRemotes(item.id, item.remote);
    if (item.prints.length > 0) this.#prints = Promise.resolve(true);
    this.#known.set(item.id, item);
    this.#changed.add(item.id);
  }

  delete(id: string): void {
    this.#forgetRemotes(id, null);
    this.#known.set(id, undefined);
    this.#changed.add(id);
  }

  async clear(): Promise<void> {
    await this.flush();
    for (const rows of [this.#known, this.#remotes]) rows.clear();
    this.#prints = undefined;
    await this.#table.clear();
  }

  flush(): Promise<void> {
    return this.#inTurn(() => this.#write());
  }

  async #write(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    const items = ids.flatMap((id) => this.#known.get(id) ?? []);
    const deleted = ids.filter((id) => this.#known.get(id) === undefined);
    if (items.length > 0) await this.#table.bulkPut(items);
    if (deleted.length > 0) await this.#table.bulkDelete(deleted);
  }

  async #anyPrints(): Promise<boolean> {
    return (await this.#table.orderBy('prints').limit(1).primaryKeys()).length > 0;
  }

  /** Forgets what is cached for this item's old and new ids on the server: the next `ofRemote` reads the table. */
  #forgetRemotes(id: string, to: string | null): void {
    for (const remote of [this.#known.get(id)?.remote, to]) if (remote != null) this.#remotes.delete(remote);
  }
}

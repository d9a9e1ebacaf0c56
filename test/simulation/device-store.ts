import type { Change, CollectionRow, MemoryRow } from '../../src/service/ports/rows.ts';
import type {
  SyncCollection,
  SyncItem,
  SyncLink,
  SyncReader,
  SyncScratch,
  SyncStore,
  SyncVersion,
  SyncWriter,
} from '../../src/service/ports/sync.ts';
import type { Disk, Rows } from './disk.ts';

/** Reads and writes the disk of a device in one transaction. */
export class DiskWriter implements SyncWriter {
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  async load(): Promise<void> {}

  async memory(id: string): Promise<MemoryRow | undefined> {
    return this.#disk.memories.get(id);
  }

  async changes(seq: number, limit: number): Promise<Change[]> {
    const changes: Change[] = [];
    if (this.#seq <= seq) return changes;
    for (const row of this.#disk.memories.values()) if (row.seq > seq) changes.push({ kind: 'memory', row });
    for (const row of this.#disk.erased.values()) if (row.seq > seq) changes.push({ kind: 'tombstone', row });
    return changes.sort((one, other) => one.row.seq - other.row.seq).slice(0, limit);
  }

  async lastSeq(): Promise<number> {
    return this.#seq;
  }

  async collection(id: string): Promise<CollectionRow | undefined> {
    return this.#disk.collections.get(id);
  }

  async collectionByKey(key: string): Promise<CollectionRow | undefined> {
    for (const row of this.#disk.collections.values()) if (row.key === key) return row;
    return undefined;
  }

  async collections(): Promise<CollectionRow[]> {
    return [...this.#disk.collections.values()];
  }

  async link(): Promise<SyncLink | undefined> {
    return this.#disk.state.get('link') as SyncLink | undefined;
  }

  async item(id: string): Promise<SyncItem | undefined> {
    return this.#disk.items.get(id);
  }

  async itemOfRemote(remote: string): Promise<SyncItem | undefined> {
    return this.#disk.items.get(this.#disk.byRemote.get(remote) ?? '');
  }

  async itemsByPrint(print: string): Promise<SyncItem[]> {
    return (this.#disk.byPrint.get(print) ?? []).map((id) => this.#disk.items.get(id)!);
  }

  async items(after: string, limit: number): Promise<SyncItem[]> {
    return [...this.#disk.items.values()]
      .filter(({ id }) => id > after)
      .sort(byId)
      .slice(0, limit);
  }

  async dueItems(after: string, limit: number): Promise<SyncItem[]> {
    const due: SyncItem[] = [];
    for (const item of this.#disk.items.values()) if (item.due === 1 && item.id > after) due.push(item);
    return due.sort(byId).slice(0, limit);
  }

  async syncCollections(): Promise<SyncCollection[]> {
    return [...this.#disk.syncCollections.values()].sort((one, other) => (one.remote < other.remote ? -1 : 1));
  }

  hasVersionsBefore = async (time: number) => [...this.#disk.versions.values()].some(({ at }) => at < time);

  async versions(id: string): Promise<SyncVersion[]> {
    return [...this.#disk.versions.values()].filter((version) => version.id === id);
  }

  async putMemory(row: Omit<MemoryRow, 'seq'>): Promise<void> {
    this.#disk.memories.put(row.id, { ...row, seq: this.#nextSeq() });
    if (this.#disk.erased.has(row.id)) this.#disk.erased.remove(row.id);
  }

  /** Used only for deletions by users, since sync deletes nothing for good. */
  eraseMemory(id: string, at: string): void {
    this.#disk.memories.remove(id);
    for (const [key, version] of this.#disk.versions) if (version.id === id) this.#disk.versions.remove(key);
    this.#disk.erased.put(id, { id, erasedAt: at, seq: this.#nextSeq() });
  }

  async putCollection(row: CollectionRow): Promise<void> {
    this.#disk.collections.put(row.id, row);
  }

  async putLink(link: SyncLink): Promise<void> {
    this.#disk.state.put('link', link);
  }

  async putItem(item: SyncItem): Promise<void> {
    await this.deleteItem(item.id);
    const { items, byRemote, byPrint } = this.#disk;
    items.put(item.id, item);
    if (item.remote !== null) byRemote.put(item.remote, item.id);
    for (const print of item.prints) byPrint.put(print, [...(byPrint.get(print) ?? []), item.id].sort());
  }

  async deleteItem(id: string): Promise<void> {
    const { items, byRemote, byPrint } = this.#disk;
    const before = items.get(id);
    if (before === undefined) return;
    items.remove(id);
    if (before.remote !== null && byRemote.get(before.remote) === id) byRemote.remove(before.remote);
    for (const print of before.prints) {
      const others = byPrint.get(print)!.filter((one) => one !== id);
      if (others.length === 0) byPrint.remove(print);
      else byPrint.put(print, others);
    }
  }

  async putSyncCollection(row: SyncCollection): Promise<void> {
    this.#disk.syncCollections.put(row.remote, row);
  }

  async deleteSyncCollection(remote: string): Promise<void> {
    this.#disk.syncCollections.remove(remote);
  }

  async addVersion(version: SyncVersion): Promise<void> {
    this.#disk.versions.put(`${version.id}/${version.at}/${this.#disk.versions.size}`, version);
  }

  async dropVersionsBefore(time: number): Promise<void> {
    for (const [key, { at }] of this.#disk.versions) if (at < time) this.#disk.versions.remove(key);
  }

  async forgetServer(): Promise<void> {
    for (const table of [
      this.#disk.items,
      this.#disk.syncCollections,
      this.#disk.byRemote,
      this.#disk.byPrint,
    ] as Rows<unknown>[])
      for (const key of table.keys()) table.remove(key);
    this.#disk.state.remove('link');
  }

  get #seq(): number {
    return (this.#disk.state.get('seq') as number | undefined) ?? 0;
  }

  #nextSeq(): number {
    const seq = this.#seq + 1;
    this.#disk.state.put('seq', seq);
    return seq;
  }
}

const byId = (one: SyncItem, other: SyncItem) => (one.id < other.id ? -1 : 1);

/**
 * Resolves when a device may go on with a step. Rejects if its database fails or its disk is full. Never settles once
 * the device has died.
 */
export type Gate = (step: string) => Promise<void>;

export function deviceStore(disk: Disk, gate: Gate): SyncStore {
  return {
    async read<T>(work: (reader: SyncReader) => Promise<T>) {
      await gate('read');
      return work(new DiskWriter(disk));
    },
    async write(work) {
      await gate('write');
      try {
        const answer = await work(new DiskWriter(disk));
        disk.commit();
        await gate('written');
        return answer;
      } catch (error) {
        for (const table of disk.tables) table.rollback();
        throw error;
      }
    },
  };
}

/**
 * The state that sync stores outside of transactions and that may be lost: an unfinished reading of the server, and
 * pauses.
 */
export function deviceScratch(disk: Disk, gate: Gate): SyncScratch {
  return {
    sweep: async () => disk.sweep && { sweep: disk.sweep.sweep, seen: new Map([...disk.sweep.pages.values()].flat()) },
    async beginSweep(sweep) {
      await gate('scratch');
      disk.sweep = { sweep, pages: new Map() };
    },
    async addPage(sweep, seen) {
      await gate('scratch');
      disk.sweep = { sweep, pages: new Map(disk.sweep?.pages).set(sweep.cursors.length, [...seen]) };
    },
    async dropSweep() {
      disk.sweep = undefined;
    },
    pauses: async () => disk.pauses,
    async putPauses(pauses) {
      disk.pauses = pauses;
    },
  };
}

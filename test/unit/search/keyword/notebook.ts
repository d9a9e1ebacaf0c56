import { nameKey } from '../../../../src/v1/keys.ts';
import type { ChangeFeed } from '../../../../src/service/ports/keyword-index.ts';
import type { Change, MemoryRow } from '../../../../src/service/ports/rows.ts';

export type Note = Partial<
  Pick<MemoryRow, 'content' | 'title' | 'tags' | 'url' | 'collection' | 'source' | 'createdAt'>
>;

/** The memories of a store, and the feed of their changes. */
export class Notebook implements ChangeFeed {
  readonly store: string;
  /** The `seq` argument of each read of the feed. */
  readonly asked: number[] = [];
  readonly #changes = new Map<string, Change>();
  #seq = 0;

  constructor(store = 'a store') {
    this.store = store;
  }

  /** Creates or replaces the note `id`. By default, each new note gets a later `createdAt` than the notes before. */
  save(id: string, note: Note): void {
    const createdAt = this.#row(id)?.createdAt ?? new Date(Date.UTC(2026, 0, 1) + this.#seq * 1000).toISOString();
    this.#put({
      kind: 'memory',
      row: { ...blank, id, createdAt, ...note, tagKeys: (note.tags ?? []).map(nameKey), seq: 0 },
    });
  }

  /** Does nothing if there is no such note. */
  trash(id: string): void {
    this.#setDeletedAt(id, '2026-02-01T00:00:00.000Z');
  }

  restore(id: string): void {
    this.#setDeletedAt(id, null);
  }

  erase(id: string): void {
    if (this.#row(id)) this.#put({ kind: 'tombstone', row: { id, erasedAt: '2026-02-01T00:00:00.000Z', seq: 0 } });
  }

  /** The searchable memories, oldest first. */
  live(): MemoryRow[] {
    return [...this.#changes.keys()]
      .flatMap((id) => this.#row(id) ?? [])
      .filter((row) => row.deletedAt === null)
      .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  }

  async changes(seq: number, limit: number): Promise<Change[]> {
    this.asked.push(seq);
    return [...this.#changes.values()]
      .filter(({ row }) => row.seq > seq)
      .sort((one, other) => one.row.seq - other.row.seq)
      .slice(0, limit);
  }

  async lastSeq(): Promise<number> {
    return this.#seq;
  }

  #row(id: string): MemoryRow | undefined {
    const change = this.#changes.get(id);
    return change?.kind === 'memory' ? change.row : undefined;
  }

  #setDeletedAt(id: string, deletedAt: string | null): void {
    const row = this.#row(id);
    if (row) this.#put({ kind: 'memory', row: { ...row, deletedAt } });
  }

  #put(change: Change): void {
    this.#changes.set(change.row.id, { ...change, row: { ...change.row, seq: ++this.#seq } } as Change);
  }
}

const blank = {
  content: '',
  source: 'popup',
  tags: [],
  collection: null,
  url: null,
  title: null,
  capture: null,
  version: 1,
  updatedAt: '',
  deletedAt: null,
  origin: null,
  chargedAt: null,
} satisfies Partial<MemoryRow>;

import type {
  Change,
  CollectionRow,
  CountedCollection,
  IdempotencyRow,
  MemoryRow,
  TagCount,
  TokenRow,
} from '../../src/service/ports/rows.ts';
import type { MemoryQuery, NameQuery, StoreReader, TokenQuery, UsageRow } from '../../src/service/ports/store.ts';
import { matches } from '../../src/store/listing.ts';
import { compareText, newestFirst } from '../../src/store/listing.ts';
import { idempotencyKey, type OwnerData } from './owner-data.ts';

/** Reads one owner's data. Lists and counts scan every row, which is slow but easy to verify. */
export class InMemoryReader implements StoreReader {
  protected readonly data: OwnerData;

  constructor(data: OwnerData) {
    this.data = data;
  }

  async memory(id: string): Promise<MemoryRow | undefined> {
    return structuredClone(this.data.memories.get(id));
  }

  async memories(ids: string[]): Promise<MemoryRow[]> {
    return structuredClone(ids.map((id) => this.data.memories.get(id)).filter((row) => row !== undefined));
  }

  async listMemories(query: MemoryQuery): Promise<MemoryRow[]> {
    const rows = this.data.memories.values().filter((row) => matches(row, query));
    return structuredClone(rows.sort(newestFirst).slice(0, query.limit));
  }

  async countMemories(within?: string[]): Promise<number> {
    return this.#live(within).length;
  }

  async countTrash(): Promise<number> {
    return this.data.memories.values().filter(({ deletedAt }) => deletedAt !== null).length;
  }

  async changes(seq: number, limit: number): Promise<Change[]> {
    const changes: Change[] = [
      ...this.data.memories.values().map((row) => ({ kind: 'memory' as const, row })),
      ...this.data.tombstones.values().map((row) => ({ kind: 'tombstone' as const, row })),
    ];
    const later = changes.filter((change) => change.row.seq > seq).sort((one, other) => one.row.seq - other.row.seq);
    return structuredClone(later.slice(0, limit));
  }

  async lastSeq(): Promise<number> {
    return this.data.lastSeq;
  }

  async collection(id: string): Promise<CountedCollection | undefined> {
    const row = this.data.collections.get(id);
    return row && this.#counted(row);
  }

  async collectionByKey(key: string): Promise<CountedCollection | undefined> {
    const row = this.data.collections.values().find((candidate) => candidate.key === key);
    return row && this.#counted(row);
  }

  async listCollections({ within, after, limit }: NameQuery): Promise<CountedCollection[]> {
    return this.data.collections
      .values()
      .filter((row) => (within === undefined || within.includes(row.id)) && (after === undefined || row.key > after))
      .sort((one, other) => compareText(one.key, other.key))
      .slice(0, limit)
      .map((row) => this.#counted(row));
  }

  async listTags({ within, prefix, after, limit }: NameQuery & { prefix: string }): Promise<TagCount[]> {
    const tags = new Map<string, TagCount>();
    for (const row of this.#live(within).sort(newestFirst).reverse()) {
      for (const [index, key] of row.tagKeys.entries()) {
        const tag = tags.get(key) ?? { key, tag: row.tags[index]!, memoryCount: 0 };
        tags.set(key, { ...tag, memoryCount: tag.memoryCount + 1 });
      }
    }
    return [...tags.values()]
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || key > after))
      .sort((one, other) => compareText(one.key, other.key))
      .slice(0, limit);
  }

  async token(id: string): Promise<TokenRow | undefined> {
    return structuredClone(this.data.tokens.get(id));
  }

  async listTokens({ within, origin, after, limit }: TokenQuery): Promise<TokenRow[]> {
    const rows = this.data.tokens
      .values()
      .filter((row) => within === undefined || row.collections?.every((id) => within.includes(id)))
      .filter((row) => origin === undefined || row.origin === origin)
      .filter((row) => after === undefined || row.id > after);
    return structuredClone(rows.sort((one, other) => compareText(one.id, other.id)).slice(0, limit));
  }

  async idempotency(tokenId: string, operation: string, key: string): Promise<IdempotencyRow | undefined> {
    return structuredClone(this.data.idempotency.get(idempotencyKey(tokenId, operation, key)));
  }

  async usage(): Promise<UsageRow> {
    return { ...this.data.currentAccount, memories: this.#live().length };
  }

  async setting(name: string): Promise<string | undefined> {
    return this.data.settings.get(name);
  }

  #live(within?: string[]): MemoryRow[] {
    return this.data.memories.values().filter((row) => matches(row, { deleted: false, collections: within, limit: 0 }));
  }

  #counted(row: CollectionRow): CountedCollection {
    return { ...row, memoryCount: this.#live([row.id]).length };
  }
}

import type {
  Change,
  CollectionRow,
  CountedCollection,
  IdempotencyRow,
  MemoryRow,
  TagCount,
  TokenRow,
} from '../../service/ports/rows.ts';
import type { MemoryQuery, NameQuery, StoreReader, TokenQuery, UsageRow } from '../../service/ports/store.ts';
import { newAccount } from '../account.ts';
import { compareText } from '../listing.ts';
import { countAll, countEach } from './counts.ts';
import { facets } from './facets.ts';
import { getMany } from './get-many.ts';
import { answerOf } from './first-answers.ts';
import { listMemories } from './listing.ts';
import { memoryOf, tokenOf, type CounterRow, type StrictTables } from './tables.ts';
import { listTags } from './tags.ts';

/** Reads within one transaction. */
export class DexieReader implements StoreReader {
  protected readonly tables: StrictTables;

  constructor(tables: StrictTables) {
    this.tables = tables;
  }

  async memory(id: string): Promise<MemoryRow | undefined> {
    const row = await this.tables.memories.get(id);
    return row && memoryOf(row);
  }

  async memories(ids: string[]): Promise<MemoryRow[]> {
    return (await getMany(this.tables.memories, ids)).map(memoryOf);
  }

  listMemories(query: MemoryQuery): Promise<MemoryRow[]> {
    return listMemories(this.tables, query);
  }

  async countMemories(within?: string[]): Promise<number> {
    const among =
      within === undefined ? [facets.all('live')] : [...new Set(within)].map((id) => facets.collection('live', id));
    return countAll(this.tables.counts, among);
  }

  countTrash(): Promise<number> {
    return countAll(this.tables.counts, [facets.all('trash')]);
  }

  async changes(seq: number, limit: number): Promise<Change[]> {
    const [rows, tombstones] = await Promise.all([
      this.tables.memories.where('seq').above(seq).limit(limit).toArray(),
      this.tables.tombstones.where('seq').above(seq).limit(limit).toArray(),
    ]);
    const changes: Change[] = [
      ...rows.map((row) => ({ kind: 'memory' as const, row: memoryOf(row) })),
      ...tombstones.map((row) => ({ kind: 'tombstone' as const, row })),
    ];
    return changes.sort((a, b) => a.row.seq - b.row.seq).slice(0, limit);
  }

  async lastSeq(): Promise<number> {
    return (await this.counters()).seq;
  }

  async collection(id: string): Promise<CountedCollection | undefined> {
    return this.#countedRow(await this.tables.collections.get(id));
  }

  async collectionByKey(key: string): Promise<CountedCollection | undefined> {
    return this.#countedRow(await this.tables.collections.where('key').equals(key).first());
  }

  async listCollections({ within, after, limit }: NameQuery): Promise<CountedCollection[]> {
    const { collections } = this.tables;
    if (within === undefined) {
      const rest = after === undefined ? collections.orderBy('key') : collections.where('key').above(after);
      return this.#counted(await rest.limit(limit).toArray());
    }
    const rows = await collections.bulkGet([...new Set(within)]);
    const rest = rows.filter((row) => row !== undefined).filter(({ key }) => after === undefined || key > after);
    return this.#counted(rest.sort((a, b) => compareText(a.key, b.key)).slice(0, limit));
  }

  listTags(query: NameQuery & { prefix: string }): Promise<TagCount[]> {
    return listTags(this.tables, query);
  }

  async token(id: string): Promise<TokenRow | undefined> {
    const row = await this.tables.tokens.get(id);
    return row && tokenOf(row);
  }

  async listTokens({ within, origin, after, limit }: TokenQuery): Promise<TokenRow[]> {
    const rest = after === undefined ? this.tables.tokens.toCollection() : this.tables.tokens.where('id').above(after);
    const listed = rest.filter(
      (row) =>
        (within === undefined || row.collections?.every((id) => within.includes(id)) === true) &&
        (origin === undefined || row.origin === origin),
    );
    return (await listed.limit(limit).toArray()).map(tokenOf);
  }

  async idempotency(tokenId: string, operation: string, key: string): Promise<IdempotencyRow | undefined> {
    const row = await this.tables.idempotency.get([tokenId, operation, key]);
    return row && answerOf(row);
  }

  async usage(): Promise<UsageRow> {
    const [{ plan, day, transactions, refunds }, memories] = await Promise.all([this.counters(), this.countMemories()]);
    return { plan, day, transactions, refunds, memories };
  }

  async setting(name: string): Promise<string | undefined> {
    return (await this.tables.settings.get(name))?.value;
  }

  protected async counters(): Promise<CounterRow> {
    return { name: 'owner', seq: 0, ...newAccount, ...(await this.tables.counters.get('owner')) };
  }

  async #counted(rows: CollectionRow[]): Promise<CountedCollection[]> {
    const counts = await countEach(
      this.tables.counts,
      rows.map(({ id }) => facets.collection('live', id)),
    );
    return rows.map((row, index) => ({ ...row, memoryCount: counts[index]! }));
  }

  async #countedRow(row: CollectionRow | undefined): Promise<CountedCollection | undefined> {
    return row && (await this.#counted([row]))[0];
  }
}

import type {
  Change,
  CollectionRow,
  CountedCollection,
  IdempotencyRow,
  MemoryRow,
  TagCount,
  TokenRow,
  Tombstone,
} from '../../service/ports/rows.ts';
import type { MemoryQuery, NameQuery, StoreReader, TokenQuery, UsageRow } from '../../service/ports/store.ts';
import { StatementValues } from '../../service/ports/statement-values.ts';
import { newAccount } from '../account.ts';
import { fields } from './columns.ts';
import { listMemories } from './listing.ts';
import { orderedBytes, textOf } from './ordered-bytes.ts';
import type { OwnerSql } from './owner-sql.ts';
import { listTags } from './tags.ts';

/** The owner's row: plan, usage and last seq. */
export type OwnerRow = UsageRow & { seq: number };

export const ownerFields = 'seq, memories, plan, day, transactions, refunds';

const collectionFields = `c.id, c.name, c.key, c.created_at as "createdAt", c.updated_at as "updatedAt", coalesce((
  select memories from counts where owner = $1 and trashed = false and kind = 'collection' and collection = c.id and name = ''
), 0) as "memoryCount"`;

/** Reads one owner's rows within a transaction. */
export class PostgresReader implements StoreReader {
  protected readonly sql: OwnerSql;

  constructor(sql: OwnerSql) {
    this.sql = sql;
  }

  memory(id: string): Promise<MemoryRow | undefined> {
    return this.sql.first<MemoryRow>(`select ${fields.memory} from memories m where owner = $1 and id = $2`, id);
  }

  async memories(ids: string[]): Promise<MemoryRow[]> {
    const rows = await this.sql.all<MemoryRow>(
      `select ${fields.memory} from memories m where owner = $1 and id = any($2)`,
      ids,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  listMemories(query: MemoryQuery): Promise<MemoryRow[]> {
    return listMemories(this.sql, query);
  }

  async countMemories(within?: string[]): Promise<number> {
    if (within === undefined) return (await this.usage()).memories;
    const statement = `select coalesce(sum(memories), 0)::bigint as count from counts
      where owner = $1 and trashed = false and kind = 'collection' and collection = any($2) and name = ''`;
    return (await this.sql.first<{ count: number }>(statement, within))!.count;
  }

  async countTrash(): Promise<number> {
    const statement = 'select count(*) as count from memories where owner = $1 and trashed';
    return (await this.sql.first<{ count: number }>(statement))!.count;
  }

  async changes(seq: number, limit: number): Promise<Change[]> {
    const [rows, tombstones] = await Promise.all([
      this.sql.all<MemoryRow>(
        `select ${fields.memory} from memories m where owner = $1 and seq > $2 order by seq limit $3`,
        seq,
        limit,
      ),
      this.sql.all<Tombstone>(
        `select ${fields.tombstone} from tombstones t where owner = $1 and seq > $2 order by seq limit $3`,
        seq,
        limit,
      ),
    ]);
    const changes: Change[] = [
      ...rows.map((row) => ({ kind: 'memory' as const, row })),
      ...tombstones.map((row) => ({ kind: 'tombstone' as const, row })),
    ];
    return changes.sort((a, b) => a.row.seq - b.row.seq).slice(0, limit);
  }

  async lastSeq(): Promise<number> {
    return (await this.owner()).seq;
  }

  collection(id: string): Promise<CountedCollection | undefined> {
    return this.#collectionWhere('c.id = $2', id);
  }

  collectionByKey(key: string): Promise<CountedCollection | undefined> {
    return this.#collectionWhere('c.key = $2', orderedBytes(key));
  }

  async listCollections({ within, after, limit }: NameQuery): Promise<CountedCollection[]> {
    const values = new StatementValues(1);
    const wanted = [
      'c.owner = $1',
      ...(within === undefined ? [] : [`c.id = any(${values.add(within)})`]),
      ...(after === undefined ? [] : [`c.key > ${values.add(orderedBytes(after))}`]),
    ];
    const statement = `select ${collectionFields} from collections c where ${wanted.join(' and ')} order by c.key limit ${limit}`;
    return (await this.sql.all<StoredCollection>(statement, ...values.all)).map(collectionOf);
  }

  listTags(query: NameQuery & { prefix: string }): Promise<TagCount[]> {
    return listTags(this.sql, query);
  }

  token(id: string): Promise<TokenRow | undefined> {
    return this.sql.first<TokenRow>(`select ${fields.token} from tokens t where owner = $1 and id = $2`, id);
  }

  listTokens({ within, origin, after, limit }: TokenQuery): Promise<TokenRow[]> {
    const statement = `select ${fields.token} from tokens t
      where owner = $1 and id > $2 and ($3::text[] is null or collections <@ $3) and ($4::text is null or origin = $4) order by id limit $5`;
    return this.sql.all<TokenRow>(statement, after ?? '', within ?? null, origin ?? null, limit);
  }

  idempotency(tokenId: string, operation: string, key: string): Promise<IdempotencyRow | undefined> {
    const statement = `select ${fields.idempotency} from idempotency i where owner = $1 and token_id = $2 and operation = $3 and key = $4`;
    return this.sql.first<IdempotencyRow>(statement, tokenId, operation, key);
  }

  async usage(): Promise<UsageRow> {
    const { seq: _, ...usage } = await this.owner();
    return usage;
  }

  async setting(name: string): Promise<string | undefined> {
    return (await this.sql.first<{ value: string }>('select value from settings where owner = $1 and name = $2', name))
      ?.value;
  }

  protected async owner(): Promise<OwnerRow> {
    return (
      (await this.sql.first<OwnerRow>(`select ${ownerFields} from owners where owner = $1`)) ?? {
        seq: 0,
        memories: 0,
        ...newAccount,
      }
    );
  }

  async #collectionWhere(condition: string, value: string | Uint8Array): Promise<CountedCollection | undefined> {
    const row = await this.sql.first<StoredCollection>(
      `select ${collectionFields} from collections c where c.owner = $1 and ${condition}`,
      value,
    );
    return row && collectionOf(row);
  }
}

type StoredCollection = Omit<CollectionRow, 'key'> & { key: Uint8Array; memoryCount: number };

function collectionOf(row: StoredCollection): CountedCollection {
  return { ...row, key: textOf(row.key) };
}

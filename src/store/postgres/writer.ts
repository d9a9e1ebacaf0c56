import { turns } from '../../lib/turns.ts';
import type { PlanName } from '../../v1/limits.ts';
import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../service/ports/rows.ts';
import type { StoreWriter } from '../../service/ports/store.ts';
import { idempotencyColumns, tokenColumns, upsert } from './columns.ts';
import { erase, put } from './keeping.ts';
import { orderedBytes } from './ordered-bytes.ts';
import type { OwnerSql } from './owner-sql.ts';
import { ownerFields, type OwnerRow, PostgresReader } from './reader.ts';

const putToken = upsert('tokens', tokenColumns, 'owner, id');
const putIdempotency = upsert('idempotency', idempotencyColumns, 'owner, token_id, operation, key');

/** A day before the one counted refills nothing: see ../account.ts. */
const counted = 'case when $2 <= day then transactions else 0 end';

/** Writes while the owner's row is locked, so that the writes of one owner follow each other. */
export class PostgresWriter extends PostgresReader implements StoreWriter {
  /** As this transaction has left it: nobody else can change it. */
  #owner: OwnerRow;
  /** For what reads a row and writes it changed, should `work` ask for several such things at once. */
  readonly #inTurn = turns();

  constructor(sql: OwnerSql, owner: OwnerRow) {
    super(sql);
    this.#owner = owner;
  }

  putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow> {
    return this.#inTurn(async () => {
      const { seq, memories } = await put(this.sql, row);
      this.#owner = { ...this.#owner, seq, memories };
      return structuredClone({ ...row, seq });
    });
  }

  eraseMemory(id: string, at: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#owner = { ...this.#owner, ...(await erase(this.sql, id, at)) };
    });
  }

  async putCollection({ id, name, key, createdAt, updatedAt }: CollectionRow): Promise<void> {
    const statement = `insert into collections (owner, id, name, key, created_at, updated_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (owner, id) do update set name = excluded.name, key = excluded.key, created_at = excluded.created_at, updated_at = excluded.updated_at`;
    await this.sql.all(statement, id, name, orderedBytes(key), createdAt, updatedAt);
  }

  async deleteCollection(id: string): Promise<void> {
    await this.sql.all('delete from collections where owner = $1 and id = $2', id);
  }

  async putToken(row: TokenRow): Promise<void> {
    await this.sql.all(putToken, row.id, row.name, row.secretHash, row.scopes, row.collections, row.origin, JSON.stringify(row.rateLimit), row.createdAt, row.expiresAt);
  }

  async deleteToken(id: string): Promise<void> {
    await this.sql.all('delete from tokens where owner = $1 and id = $2', id);
  }

  async putIdempotency(row: IdempotencyRow): Promise<void> {
    await this.sql.all(putIdempotency, row.tokenId, row.operation, row.key, row.fingerprint, row.createdAt, row.status, JSON.stringify(row.headers), row.body);
  }

  async dropIdempotencyBefore(time: string): Promise<void> {
    await this.sql.all('delete from idempotency where owner = $1 and created_at < $2', time);
  }

  charge(day: string, limit: number | null): Promise<boolean> {
    return this.#changeOwner(`day = $2, transactions = ${counted} + 1`, `and ($3::bigint is null or ${counted} < $3)`, day, limit);
  }

  async refund(day: string): Promise<void> {
    await this.#changeOwner('transactions = greatest(0, transactions - 1)', 'and day = $2', day);
  }

  async setPlan(plan: PlanName): Promise<void> {
    await this.#changeOwner('plan = $2', '', plan);
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.sql.all('insert into settings (owner, name, value) values ($1, $2, $3) on conflict (owner, name) do update set value = excluded.value', name, value);
  }

  protected override async owner(): Promise<OwnerRow> {
    return this.#owner;
  }

  /** False where the condition did not hold. */
  async #changeOwner(change: string, condition: string, ...values: (string | number | null)[]): Promise<boolean> {
    return this.#inTurn(async () => {
      const row = await this.sql.first<OwnerRow>(`update owners set ${change} where owner = $1 ${condition} returning ${ownerFields}`, ...values);
      this.#owner = row ?? this.#owner;
      return row !== undefined;
    });
  }
}

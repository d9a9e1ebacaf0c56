import { turns } from '../../lib/turns.ts';
import type { PlanName } from '../../v1/limits.ts';
import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../service/ports/rows.ts';
import type { StoreWriter } from '../../service/ports/store.ts';
import { idempotencyColumns, tokenColumns, upsert } from './columns.ts';
import { erase, put } from './memory-writes.ts';
import { orderedBytes } from './ordered-bytes.ts';
import type { OwnerSql } from './owner-sql.ts';
import { ownerFields, type OwnerRow, PostgresReader } from './reader.ts';

const putToken = upsert('tokens', tokenColumns, 'owner, id');
const putIdempotency = upsert('idempotency', idempotencyColumns, 'owner, token_id, operation, key');

/** Whether the stored counts still apply, because their day is between `day` (`$2`) and `latest` (`$4`) of `charge`; if not, counting starts at 0. */
const isCounted = 'day between $2 and $4';
const counted = `case when ${isCounted} then transactions else 0 end`;

/** Creates a token's rate window, so that concurrent first requests can lock it: see ./rates.ts. */
const putWindow =
  'insert into rate_windows (subject, start, count, allowed, last_used) select $2, 0, 0, true, 0 from owners where owner = $1 on conflict do nothing';

/** Writes while the owner's row is locked, so that an owner's writes run one after the other. */
export class PostgresWriter extends PostgresReader implements StoreWriter {
  /** The owner's row after the changes of this transaction. No other transaction can change it meanwhile. */
  #owner: OwnerRow;
  /** Serialises reads and writes of one row, in case the callback of `Store.write` makes several calls at once. */
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

  async putMemories(rows: Omit<MemoryRow, 'seq'>[]): Promise<void> {
    for (const row of rows) await this.putMemory(row);
  }

  eraseMemory(id: string, at: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#owner = { ...this.#owner, ...(await erase(this.sql, id, at)) };
    });
  }

  async eraseMemories(ids: string[], at: string): Promise<void> {
    for (const id of ids) await this.eraseMemory(id, at);
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
    await this.sql.all(
      putToken,
      row.id,
      row.name,
      row.secretHash,
      row.laterHashes,
      row.scopes,
      row.collections,
      row.origin,
      JSON.stringify(row.rateLimit),
      row.createdAt,
      row.expiresAt,
      row.ownOnly,
      row.paused,
      row.session,
      JSON.stringify(row.ancestors),
    );
    if (row.ancestors.length > 0) await this.sql.all(putWindow, row.id);
  }

  async deleteToken(id: string): Promise<void> {
    await this.sql.all(
      'delete from tokens where owner = $1 and (id = $2 or ancestors::jsonb @> $3::jsonb)',
      id,
      JSON.stringify([{ id }]),
    );
  }

  async putIdempotency(row: IdempotencyRow): Promise<void> {
    await this.sql.all(
      putIdempotency,
      row.tokenId,
      row.operation,
      row.key,
      row.fingerprint,
      row.createdAt,
      row.status,
      JSON.stringify(row.headers),
      row.body,
      row.memory,
    );
  }

  async dropIdempotencyBefore(time: string): Promise<void> {
    await this.sql.all('delete from idempotency where owner = $1 and created_at < $2', time);
  }

  async dropTombstonesBefore(time: string): Promise<number> {
    const statement = `with dropped as (delete from tombstones where owner = $1 and erased_at < $2 returning seq)
      select coalesce(max(seq), 0)::bigint as seq from dropped`;
    return (await this.sql.first<{ seq: number }>(statement, time))!.seq;
  }

  charge(day: string, limit: number | null, latest = day): Promise<boolean> {
    const change = `transactions = ${counted} + 1, refunds = case when ${isCounted} then refunds else 0 end, day = case when ${isCounted} then day else $2 end`;
    return this.#changeOwner(change, `and ($3::bigint is null or ${counted} < $3)`, day, limit, latest);
  }

  async refund(day: string, limit: number | null): Promise<void> {
    await this.#changeOwner(
      'transactions = greatest(0, transactions - 1), refunds = refunds + 1',
      'and day = $2 and ($3::bigint is null or refunds < $3)',
      day,
      limit,
    );
  }

  async setPlan(plan: PlanName): Promise<void> {
    await this.#changeOwner('plan = $2', '', plan);
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.sql.all(
      'insert into settings (owner, name, value) values ($1, $2, $3) on conflict (owner, name) do update set value = excluded.value',
      name,
      value,
    );
  }

  protected override async owner(): Promise<OwnerRow> {
    return this.#owner;
  }

  /** Returns false if the condition didn't hold. */
  async #changeOwner(change: string, condition: string, ...values: (string | number | null)[]): Promise<boolean> {
    return this.#inTurn(async () => {
      const row = await this.sql.first<OwnerRow>(
        `update owners set ${change} where owner = $1 ${condition} returning ${ownerFields}`,
        ...values,
      );
      this.#owner = row ?? this.#owner;
      return row !== undefined;
    });
  }
}

import { turns } from '../../lib/turns.ts';
import type { PlanName } from '../../v1/limits.ts';
import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../service/ports/rows.ts';
import type { StoreWriter } from '../../service/ports/store.ts';
import { idempotencyColumns, tokenColumns, upsert } from './columns.ts';
import { erase, put } from './memory-writes.ts';
import { orderedBytes } from './ordered-bytes.ts';
import { withCharge, withRefund, type Account } from '../account.ts';
import { listedFields, type ListedFields } from './facets.ts';
import type { OwnerTransaction } from './owner-sql.ts';
import { type OwnerRow, PostgresReader } from './reader.ts';
import { emptyCollectionStatement } from './statements.ts';

const putToken = upsert('tokens', tokenColumns, 'owner, id');
const putIdempotency = upsert('idempotency', idempotencyColumns, 'owner, token_id, operation, key');

const putAccount = 'update owners set plan = $2, day = $3, transactions = $4, refunds = $5 where owner = $1';

/** Creates a token's rate window, so that concurrent first requests can lock it: see ./rates.ts. */
const putWindow =
  'insert into rate_windows (subject, start, count, allowed, last_used) select $2, 0, 0, true, 0 from owners where owner = $1 on conflict do nothing';

/** Writes while the owner's row is locked, so that an owner's writes run one after the other. */
export class PostgresWriter extends PostgresReader implements StoreWriter {
  protected override readonly sql: OwnerTransaction;
  /** The owner's row after the changes of this transaction. No other transaction can change it meanwhile. */
  #owner: Promise<OwnerRow>;
  /**
   * The stored state of memories that this transaction has read by id or written. Undefined if the memory doesn't
   * exist.
   */
  readonly #rows = new Map<string, ListedFields | undefined>();
  /** Serialises changes of memories and of the account, in case the callback of `Store.write` makes several at once. */
  readonly #inTurn = turns();

  /** `owner`: the owner's row, once it is locked. */
  constructor(sql: OwnerTransaction, owner: Promise<OwnerRow>) {
    super(sql);
    this.sql = sql;
    this.#owner = owner;
  }

  override async memory(id: string): Promise<MemoryRow | undefined> {
    const row = await super.memory(id);
    this.#note([id], row === undefined ? [] : [row]);
    return row;
  }

  override async memories(ids: string[]): Promise<MemoryRow[]> {
    const rows = await super.memories(ids);
    this.#note(ids, rows);
    return rows;
  }

  putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow> {
    return this.#inTurn(async () => {
      const { seq } = await this.#count(put(this.sql, await this.#stored(row.id), row));
      this.#rows.set(row.id, listedFields(row));
      return structuredClone({ ...row, seq });
    });
  }

  async putMemories(rows: Omit<MemoryRow, 'seq'>[]): Promise<void> {
    for (const row of rows) await this.putMemory(row);
  }

  eraseMemory(id: string, at: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#count(erase(this.sql, await this.#stored(id), id, at));
      this.#rows.set(id, undefined);
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

  emptyCollection(id: string, at: string): Promise<void> {
    return this.#inTurn(async () => {
      const changed = await this.sql.first<Pick<OwnerRow, 'seq'>>(emptyCollectionStatement, id, at);
      this.#owner = Promise.resolve({ ...(await this.#owner), ...changed });
      this.#rows.clear();
    });
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
    this.sql.send(
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
    return this.#changeAccount((account) => withCharge(account, day, limit, latest));
  }

  async refund(day: string, limit: number | null): Promise<void> {
    await this.#changeAccount((account) => withRefund(account, day, limit));
  }

  async setPlan(plan: PlanName): Promise<void> {
    await this.#changeAccount((account) => ({ ...account, plan }));
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.sql.all(
      'insert into settings (owner, name, value) values ($1, $2, $3) on conflict (owner, name) do update set value = excluded.value',
      name,
      value,
    );
  }

  /** Notes what was read, except for memories that this transaction has written meanwhile. */
  #note(ids: string[], rows: MemoryRow[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (!this.#rows.has(id)) this.#rows.set(id, row && listedFields(row));
    }
  }

  async #stored(id: string): Promise<ListedFields | undefined> {
    if (!this.#rows.has(id)) await this.memory(id);
    return this.#rows.get(id);
  }

  protected override owner(): Promise<OwnerRow> {
    return this.#owner;
  }

  /** Counts a change that was sent. `live`: how it changes the number of live memories. */
  async #count(live: number): Promise<OwnerRow> {
    const { seq, memories, ...account } = await this.#owner;
    this.#owner = Promise.resolve({ ...account, seq: seq + 1, memories: memories + live });
    return this.#owner;
  }

  /** Changes nothing and returns false if `change` returns undefined. */
  #changeAccount(change: (account: Account) => Account | undefined): Promise<boolean> {
    return this.#inTurn(async () => {
      const owner = await this.#owner;
      const account = change(owner);
      if (account === undefined) return false;
      const { plan, day, transactions, refunds } = account;
      this.#owner = Promise.resolve({ ...owner, plan, day, transactions, refunds });
      this.sql.send(putAccount, plan, day, transactions, refunds);
      return true;
    });
  }
}

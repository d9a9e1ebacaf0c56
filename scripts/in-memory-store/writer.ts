import type { PlanName } from '../../src/v1/limits.ts';
import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../src/service/ports/rows.ts';
import type { StoreWriter } from '../../src/service/ports/store.ts';
import { type Account, withCharge, withRefund } from '../../src/store/account.ts';
import { withoutText } from '../../src/store/first-answer.ts';
import { idempotencyKey } from './owner-data.ts';
import { InMemoryReader } from './reader.ts';

export class InMemoryWriter extends InMemoryReader implements StoreWriter {
  async putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow> {
    return structuredClone(this.#put(row));
  }

  async putMemories(rows: Omit<MemoryRow, 'seq'>[]): Promise<void> {
    for (const row of rows) this.#put(row);
  }

  async eraseMemory(id: string, at: string): Promise<void> {
    this.data.memories.delete(id);
    this.data.tombstones.set(id, { id, erasedAt: at, seq: this.#nextSeq() });
    for (const row of this.data.idempotency.values())
      if (row.memory === id) await this.putIdempotency(withoutText(row));
  }

  async eraseMemories(ids: string[], at: string): Promise<void> {
    for (const id of ids) await this.eraseMemory(id, at);
  }

  async putCollection(row: CollectionRow): Promise<void> {
    const taken = this.data.collections.values().some((other) => other.key === row.key && other.id !== row.id);
    if (taken) throw new Error(`Two collections can't have the same key: ${row.key}`);
    this.data.collections.set(row.id, structuredClone(row));
  }

  async deleteCollection(id: string): Promise<void> {
    this.data.collections.delete(id);
  }

  async emptyCollection(id: string, at: string): Promise<void> {
    for (const deleted of [false, true])
      for (const row of await this.listMemories({ deleted, collections: [id], limit: Infinity }))
        this.#put({ ...row, collection: null, version: row.version + 1, updatedAt: at });
  }

  async putToken(row: TokenRow): Promise<void> {
    this.data.tokens.set(row.id, structuredClone(row));
  }

  async deleteToken(id: string): Promise<void> {
    for (const row of this.data.tokens.values())
      if (row.id === id || row.ancestors.some((one) => one.id === id)) this.data.tokens.delete(row.id);
  }

  async putIdempotency(row: IdempotencyRow): Promise<void> {
    this.data.idempotency.set(idempotencyKey(row.tokenId, row.operation, row.key), structuredClone(row));
  }

  async dropIdempotencyBefore(time: string): Promise<void> {
    for (const row of this.data.idempotency.values()) {
      if (row.createdAt < time) this.data.idempotency.delete(idempotencyKey(row.tokenId, row.operation, row.key));
    }
  }

  async dropTombstonesBefore(time: string): Promise<number> {
    const dropped = [...this.data.tombstones.values()].filter(({ erasedAt }) => erasedAt < time);
    for (const { id } of dropped) this.data.tombstones.delete(id);
    return Math.max(0, ...dropped.map(({ seq }) => seq));
  }

  async charge(day: string, limit: number | null, latest?: string): Promise<boolean> {
    const account = withCharge(this.data.currentAccount, day, limit, latest);
    if (account) this.#putAccount(account);
    return account !== undefined;
  }

  async refund(day: string, limit: number | null): Promise<void> {
    const account = withRefund(this.data.currentAccount, day, limit);
    if (account) this.#putAccount(account);
  }

  async setPlan(plan: PlanName): Promise<void> {
    this.#putAccount({ ...this.data.currentAccount, plan });
  }

  async putSetting(name: string, value: string): Promise<void> {
    this.data.settings.set(name, value);
  }

  #put(row: Omit<MemoryRow, 'seq'>): MemoryRow {
    const stored = structuredClone({ ...row, seq: this.#nextSeq() });
    this.data.tombstones.delete(row.id);
    this.data.memories.set(row.id, stored);
    return stored;
  }

  #putAccount(account: Account): void {
    this.data.account.set('account', account);
  }

  #nextSeq(): number {
    const seq = this.data.lastSeq + 1;
    this.data.seq.set('seq', seq);
    return seq;
  }
}

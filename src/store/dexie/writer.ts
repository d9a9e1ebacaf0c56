import type { PlanName } from '../../v1/limits.ts';
import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../service/ports/rows.ts';
import type { StoreWriter } from '../../service/ports/store.ts';
import { charged, refunded } from '../account.ts';
import { keepCounts } from './counts.ts';
import { entryOf, facetsOf } from './facets.ts';
import { DexieReader } from './reader.ts';

/** Writes within one transaction. Nothing but Dexie's own promises is awaited, or the transaction would end early. */
export class DexieWriter extends DexieReader implements StoreWriter {
  async putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow> {
    const before = await this.tables.memories.get(row.id);
    const facets = facetsOf(row);
    const kept = { ...row, seq: await this.#nextSeq() };
    await this.tables.memories.put({ ...kept, entries: facets.map((facet) => entryOf(facet, row)) });
    if (before === undefined) await this.tables.tombstones.delete(row.id);
    await keepCounts(this.tables.counts, before ? facetsOf(before) : [], facets);
    return structuredClone(kept);
  }

  async eraseMemory(id: string, at: string): Promise<void> {
    const before = await this.tables.memories.get(id);
    await this.tables.tombstones.put({ id, erasedAt: at, seq: await this.#nextSeq() });
    if (before === undefined) return;
    await this.tables.memories.delete(id);
    await keepCounts(this.tables.counts, facetsOf(before), []);
  }

  async putCollection(row: CollectionRow): Promise<void> {
    await this.tables.collections.put(row);
  }

  async deleteCollection(id: string): Promise<void> {
    await this.tables.collections.delete(id);
  }

  async putToken(row: TokenRow): Promise<void> {
    await this.tables.tokens.put(row);
  }

  async deleteToken(id: string): Promise<void> {
    await this.tables.tokens.delete(id);
  }

  async putIdempotency(row: IdempotencyRow): Promise<void> {
    await this.tables.idempotency.put(row);
  }

  async dropIdempotencyBefore(time: string): Promise<void> {
    await this.tables.idempotency.where('createdAt').below(time).delete();
  }

  async charge(day: string, limit: number | null): Promise<boolean> {
    const counters = await this.counters();
    const account = charged(counters, day, limit);
    if (account) await this.tables.counters.put({ ...counters, ...account });
    return account !== undefined;
  }

  async refund(day: string): Promise<void> {
    const counters = await this.counters();
    await this.tables.counters.put({ ...counters, ...refunded(counters, day) });
  }

  async setPlan(plan: PlanName): Promise<void> {
    await this.tables.counters.put({ ...(await this.counters()), plan });
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.tables.settings.put({ name, value });
  }

  async #nextSeq(): Promise<number> {
    const counters = await this.counters();
    const seq = counters.seq + 1;
    await this.tables.counters.put({ ...counters, seq });
    return seq;
  }
}

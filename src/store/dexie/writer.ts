import type { PlanName } from '../../v1/limits.ts';
import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../service/ports/rows.ts';
import type { StoreWriter } from '../../service/ports/store.ts';
import { charged, refunded } from '../account.ts';
import { turns } from '../../lib/turns.ts';
import { keepCounts } from './counts.ts';
import { answerToStore, dropText } from './first-answers.ts';
import { entryOf, facetsOf } from './facets.ts';
import { DexieReader } from './reader.ts';
import { tokenOf, type CounterRow } from './tables.ts';

/** Writes within one transaction. It awaits only Dexie's promises; anything else would end the transaction early. */
export class DexieWriter extends DexieReader implements StoreWriter {
  /** Serialises reads and writes of the counters, in case `work` makes several calls at once. */
  readonly #inTurn = turns();

  putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow> {
    return this.#inTurn(async () => {
      const [before, seq] = await Promise.all([this.tables.memories.get(row.id), this.#nextSeq()]);
      const kept = { ...row, seq };
      const facets = facetsOf(row);
      await Promise.all([
        this.tables.memories.put({ ...kept, entries: facets.map((facet) => entryOf(facet, row)) }),
        keepCounts(this.tables.counts, before ? facetsOf(before) : [], facets),
        before ?? this.tables.tombstones.delete(row.id),
      ]);
      return kept;
    });
  }

  eraseMemory(id: string, at: string): Promise<void> {
    return this.#inTurn(async () => {
      const [before, seq] = await Promise.all([this.tables.memories.get(id), this.#nextSeq()]);
      await Promise.all([
        this.tables.tombstones.put({ id, erasedAt: at, seq }),
        this.tables.memories.delete(id),
        keepCounts(this.tables.counts, before ? facetsOf(before) : [], []),
        dropText(this.tables.idempotency, id),
      ]);
    });
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
    await this.tables.tokens
      .filter((row) => row.id === id || tokenOf(row).ancestors.some((ancestor) => ancestor.id === id))
      .delete();
  }

  async putIdempotency(row: IdempotencyRow): Promise<void> {
    await this.tables.idempotency.put(answerToStore(row));
  }

  async dropIdempotencyBefore(time: string): Promise<void> {
    await this.tables.idempotency.where('createdAt').below(time).delete();
  }

  async charge(day: string, limit: number | null, latest?: string): Promise<boolean> {
    const counters = await this.#changeCounters((old) => charged(old, day, limit, latest));
    return counters !== undefined;
  }

  async refund(day: string, limit: number | null): Promise<void> {
    await this.#changeCounters((old) => refunded(old, day, limit));
  }

  async setPlan(plan: PlanName): Promise<void> {
    await this.#changeCounters(() => ({ plan }));
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.tables.settings.put({ name, value });
  }

  #changeCounters(change: (old: CounterRow) => Partial<CounterRow> | undefined): Promise<CounterRow | undefined> {
    return this.#inTurn(async () => {
      const old = await this.counters();
      const changed = change(old);
      if (changed === undefined) return undefined;
      const counters = { ...old, ...changed };
      await this.tables.counters.put(counters);
      return counters;
    });
  }

  /** Must be called in turn. */
  async #nextSeq(): Promise<number> {
    const counters = await this.counters();
    const seq = counters.seq + 1;
    await this.tables.counters.put({ ...counters, seq });
    return seq;
  }
}

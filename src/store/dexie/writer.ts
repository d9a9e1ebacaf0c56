import type { PlanName } from '../../v1/limits.ts';
import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../service/ports/rows.ts';
import type { StoreWriter } from '../../service/ports/store.ts';
import { withCharge, withRefund } from '../account.ts';
import { turns } from '../../lib/turns.ts';
import { updateCounts } from './counts.ts';
import { answerToStore, dropText } from './first-answers.ts';
import { entryOf, facetsOf } from './facets.ts';
import { existing, getMany } from './get-many.ts';
import { DexieReader } from './reader.ts';
import { tokenOf, type CounterRow } from './tables.ts';

/** How many memories `emptyCollection` reads at once, so that a large collection is never in RAM as a whole. */
const emptyBatch = 200;

/**
 * Writes within one transaction. The methods wait for nothing but IndexedDB: any other wait would end the transaction
 * early.
 */
export class DexieWriter extends DexieReader implements StoreWriter {
  /** Serialises changes of memories and counters, in case the callback of `Store.write` makes several at once. */
  readonly #inTurn = turns();

  async putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow> {
    const [written] = await this.#put([row]);
    return written!;
  }

  async putMemories(rows: Omit<MemoryRow, 'seq'>[]): Promise<void> {
    if (rows.length > 0) await this.#put(rows);
  }

  eraseMemory(id: string, at: string): Promise<void> {
    return this.eraseMemories([id], at);
  }

  /** Waits for IndexedDB only a few times, however many memories there are. */
  eraseMemories(ids: string[], at: string): Promise<void> {
    return this.#inTurn(async () => {
      const [before, seq] = await Promise.all([getMany(this.tables.memories, ids), this.#nextSeq(ids.length)]);
      await Promise.all([
        this.tables.tombstones.bulkPut(ids.map((id, index) => ({ id, erasedAt: at, seq: seq + index }))),
        this.tables.memories.bulkDelete(ids),
        updateCounts(this.tables.counts, before.flatMap(facetsOf), []),
        dropText(this.tables.idempotency, ids),
        this.tables.syncVersions.where('id').anyOf(ids).delete(),
      ]);
    });
  }

  async putCollection(row: CollectionRow): Promise<void> {
    await this.tables.collections.put(row);
  }

  async deleteCollection(id: string): Promise<void> {
    await this.tables.collections.delete(id);
  }

  async emptyCollection(id: string, at: string): Promise<void> {
    for (const deleted of [false, true])
      for (;;) {
        const rows = await this.listMemories({ deleted, collections: [id], limit: emptyBatch });
        if (rows.length === 0) break;
        await this.#put(rows.map((row) => ({ ...row, collection: null, version: row.version + 1, updatedAt: at })));
      }
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

  async dropTombstonesBefore(time: string): Promise<number> {
    const dropped = await this.tables.tombstones.filter(({ erasedAt }) => erasedAt < time).toArray();
    await this.tables.tombstones.bulkDelete(dropped.map(({ id }) => id));
    return Math.max(0, ...dropped.map(({ seq }) => seq));
  }

  async charge(day: string, limit: number | null, latest?: string): Promise<boolean> {
    const counters = await this.#changeCounters((old) => withCharge(old, day, limit, latest));
    return counters !== undefined;
  }

  async refund(day: string, limit: number | null): Promise<void> {
    await this.#changeCounters((old) => withRefund(old, day, limit));
  }

  async setPlan(plan: PlanName): Promise<void> {
    await this.#changeCounters(() => ({ plan }));
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.tables.settings.put({ name, value });
  }

  #put(rows: Omit<MemoryRow, 'seq'>[]): Promise<MemoryRow[]> {
    return this.#inTurn(async () => {
      const last = new Map(rows.map((row, index) => [row.id, index]));
      const lastOfEachId = rows.filter(({ id }, index) => last.get(id) === index);
      const ids = lastOfEachId.map(({ id }) => id);
      const [before, tombstones, seq] = await Promise.all([
        getMany(this.tables.memories, ids),
        existing(this.tables.tombstones, ids),
        this.#nextSeq(lastOfEachId.length),
      ]);
      const written = lastOfEachId.map((row, index) => ({ ...row, seq: seq + index }));
      const stored = written.map((row) => ({ ...row, entries: facetsOf(row).map((facet) => entryOf(facet, row)) }));
      await Promise.all([
        this.tables.memories.bulkPut(stored),
        updateCounts(this.tables.counts, before.flatMap(facetsOf), lastOfEachId.flatMap(facetsOf)),
        before.length < ids.length && tombstones.length > 0 ? this.tables.tombstones.bulkDelete(tombstones) : undefined,
      ]);
      return written;
    });
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

  /** Takes the next `count` seqs and returns the first. Must be called within `#inTurn`. */
  async #nextSeq(count = 1): Promise<number> {
    const counters = await this.counters();
    await this.tables.counters.put({ ...counters, seq: counters.seq + count });
    return counters.seq + 1;
  }
}

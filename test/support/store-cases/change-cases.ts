import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change, MemoryRow } from '../../../src/service/ports/rows.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { someEdits } from './arbitraries.ts';
import { applyEdits } from './edits.ts';
import { idOf, memory, noon, owner } from './rows.ts';
import { checkProperty } from '../property.ts';

/** A view that follows the change feed, like an index. */
class Follower {
  readonly rows = new Map<string, MemoryRow>();
  seq = 0;

  /** Reads one batch; returns false if there was nothing new. */
  async follow(store: Store, limit: number): Promise<boolean> {
    const changes = await store.read(owner, (reader) => reader.changes(this.seq, limit));
    for (const change of changes) this.#apply(change);
    return changes.length > 0;
  }

  #apply({ kind, row }: Change): void {
    expect(row.seq).toBeGreaterThan(this.seq);
    this.seq = row.seq;
    if (kind === 'memory') this.rows.set(row.id, row);
    else this.rows.delete(row.id);
  }
}

export function changeCases(make: () => Store): void {
  test('an empty store has no changes', async () => {
    expect(await make().read(owner, async (reader) => [await reader.changes(0, 9), await reader.lastSeq()])).toEqual([
      [],
      0,
    ]);
  });

  test('the feed has each memory once with its newest state, trash and tombstones included', async () => {
    const store = make();
    await store.write(owner, async (writer) => {
      for (const number of [1, 2, 3]) await writer.putMemory(memory(number));
      await writer.putMemory(memory(2, { deletedAt: noon }));
      await writer.eraseMemory(idOf('mem', 1), noon);
      await writer.putMemory(memory(3, { version: 2 }));
    });
    const changes = await store.read(owner, (reader) => reader.changes(0, 9));
    expect(changes.map((change) => [change.kind, change.row.id, change.row.seq])).toEqual([
      ['memory', idOf('mem', 2), 4],
      ['tombstone', idOf('mem', 1), 5],
      ['memory', idOf('mem', 3), 6],
    ]);
    expect(changes[1]!.row).toEqual({ id: idOf('mem', 1), erasedAt: noon, seq: 5 });
    expect(await store.read(owner, (reader) => reader.changes(4, 1))).toEqual([changes[1]]);
  });

  test('dropping the tombstones from before a time returns the highest seq of the dropped tombstones', async () => {
    const store = make();
    const later = '2027-01-01T00:00:00.000Z';
    const dropped = await store.write(owner, async (writer) => {
      for (const number of [1, 2, 3, 4]) await writer.putMemory(memory(number));
      await writer.eraseMemory(idOf('mem', 1), noon);
      await writer.eraseMemory(idOf('mem', 2), later);
      await writer.eraseMemory(idOf('mem', 3), noon);
      return [await writer.dropTombstonesBefore(later), await writer.dropTombstonesBefore(later)];
    });
    expect(dropped).toEqual([7, 0]);
    const changes = await store.read(owner, (reader) => reader.changes(0, 9));
    expect(changes.map(({ kind, row }) => [kind, row.id])).toEqual([
      ['memory', idOf('mem', 4)],
      ['tombstone', idOf('mem', 2)],
    ]);
    expect(await store.read(owner, (reader) => reader.lastSeq())).toBe(7);
  });

  test('a follower that reads batches between edits has the same memories as the store', async () => {
    const property = fc.asyncProperty(
      fc.array(someEdits(8, 10), { maxLength: 4 }),
      fc.constantFrom(1, 2, 100),
      async (rounds, limit) => {
        const store = make();
        const follower = new Follower();
        const kept = await applyEdits(store, []);
        for (const edits of rounds) {
          await applyEdits(store, edits, kept);
          await follower.follow(store, limit);
        }
        while (await follower.follow(store, limit));
        expect(follower.rows).toEqual(kept);
        expect(follower.seq).toBe(rounds.flat().length);
      },
    );
    await checkProperty('following changes', property, { seed: 4, runs: 20, seconds: 1 });
  });

  // The follower reads from its last seq on, so it would miss a lower seq that was committed later.
  test('concurrent writers get seqs in commit order and without gaps, and a follower misses no change', async () => {
    const store = make();
    const committed: number[] = [];
    const follower = new Follower();
    const writer = async (first: number) => {
      for (let number = first; number < first + 10; number++) {
        const row = await store.write(owner, async (to) => {
          await to.memory(idOf('mem', 0));
          return to.putMemory(memory(number));
        });
        committed.push(row.seq);
      }
    };
    const writers = [0, 100, 200, 300].map(writer);
    while (committed.length < 40) await follower.follow(store, 3);
    await Promise.all(writers);
    while (await follower.follow(store, 3));
    // `write` calls may resolve out of commit order.
    expect(committed.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    expect(follower.rows.size).toBe(40);
  });
}

import { expect, test } from 'vitest';
import type { Store, StoreWriter } from '../../../src/service/ports/store.ts';
import { everything } from './everything.ts';
import { collection, idempotencyRow, idOf, memory, noon, owner, token } from './rows.ts';

async function fill(writer: StoreWriter): Promise<void> {
  await writer.putMemory(memory(1, { tags: ['Old'], collection: idOf('col', 1) }));
  await writer.putMemory(memory(2, { deletedAt: noon }));
  await writer.putMemory(memory(4, { tags: ['Old'], collection: idOf('col', 1) }));
  await writer.putCollection(collection(1, 'One'));
  await writer.putToken(token(1));
  await writer.putIdempotency(idempotencyRow('one'));
  await writer.charge('2026-03-01', 5);
  await writer.putSetting('colour', 'blue');
}

/** Calls every writing method except `putMemories`, `eraseMemories` and `dropTombstonesBefore`. */
async function changeAll(writer: StoreWriter): Promise<void> {
  await writer.putMemory(memory(1, { tags: ['New'], collection: null }));
  await writer.putMemory(memory(3, { tags: ['New'] }));
  await writer.eraseMemory(idOf('mem', 2), noon);
  await writer.putCollection(collection(2, 'Two'));
  await writer.emptyCollection(idOf('col', 1), noon);
  await writer.deleteCollection(idOf('col', 1));
  await writer.putToken(token(2));
  await writer.deleteToken(idOf('tok', 1));
  await writer.putIdempotency(idempotencyRow('two'));
  await writer.dropIdempotencyBefore('2027-01-01T00:00:00.000Z');
  await writer.charge('2026-03-01', 5);
  await writer.refund('2026-03-01', null);
  await writer.charge('2026-03-02', 5);
  await writer.setPlan('free');
  await writer.putSetting('colour', 'red');
  await writer.putSetting('shape', 'round');
}

export function transactionCases(make: () => Store): void {
  test('rolls back a transaction that throws, and rethrows its error', async () => {
    const store = make();
    await store.write(owner, fill);
    const before = await store.read(owner, everything);
    const reason = new Error('changed my mind');
    const failing = store.write(owner, async (writer) => {
      await changeAll(writer);
      throw reason;
    });
    await expect(failing).rejects.toBe(reason);
    expect(await store.read(owner, everything)).toEqual(before);
    await store.write(owner, changeAll);
    expect(await store.read(owner, everything)).not.toEqual(before);
  });

  test('a transaction sees its own writes', async () => {
    const store = make();
    const [inside, count] = await store.write(owner, async (writer) => {
      await fill(writer);
      await changeAll(writer);
      return [await everything(writer), await writer.countMemories([idOf('col', 1)])];
    });
    expect(await store.read(owner, everything)).toEqual(inside);
    expect(count).toBe(0);
  });

  test('a transaction can make concurrent calls', async () => {
    const store = make();
    await store.write(owner, async (writer) => {
      await Promise.all(
        [1, 2, 3, 4].flatMap((number) => [
          writer.putMemory(memory(number, { tags: ['same'] })),
          writer.charge('2026-03-01', 3),
          writer.eraseMemory(idOf('mem', 4 + number), noon),
        ]),
      );
    });
    const [seqs, tags, usage] = await store.read(owner, async (reader) => [
      (await reader.changes(0, 100)).map((change) => change.row.seq),
      await reader.listTags({ prefix: '', limit: 9 }),
      await reader.usage(),
    ]);
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(tags).toEqual([{ key: 'same', tag: 'same', memoryCount: 4 }]);
    expect(usage).toMatchObject({ memories: 4, transactions: 3 });
  });

  test('rethrows the error of a reader', async () => {
    const reason = new Error('no');
    await expect(make().read(owner, () => Promise.reject(reason))).rejects.toBe(reason);
  });

  test('runs writers one after the other', async () => {
    const store = make();
    const addOne = () =>
      store.write(owner, async (writer) => {
        const before = Number((await writer.setting('number')) ?? 0);
        await writer.putSetting('number', String(before + 1));
      });
    await Promise.all(Array.from({ length: 30 }, addOne));
    expect(await store.read(owner, (reader) => reader.setting('number'))).toBe('30');
  });

  test('a reader sees one state, despite concurrent writes', async () => {
    const store = make();
    const writing = (async () => {
      for (let number = 1; number <= 30; number++) {
        await store.write(owner, async (writer) => {
          await writer.putMemory(memory(number));
          await writer.charge('2026-03-01', null);
        });
      }
    })();
    const seen: number[] = [];
    for (let round = 0; round < 15; round++) {
      const [seq, count, usage, rows] = await store.read(owner, async (reader) => [
        await reader.lastSeq(),
        await reader.countMemories(),
        await reader.usage(),
        await reader.listMemories({ deleted: false, limit: 100 }),
      ]);
      expect([count, usage.transactions, usage.memories, rows.length]).toEqual([seq, seq, seq, seq]);
      seen.push(seq);
    }
    await writing;
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });
}

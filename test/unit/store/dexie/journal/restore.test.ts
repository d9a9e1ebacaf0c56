import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store, StoreWriter } from '../../../../../src/service/ports/store.ts';
import { fillVersion1 } from '../../../../fixtures/store/version-1.contents.ts';
import { someEdits } from '../../../../support/store-cases/arbitraries.ts';
import { applyEdits } from '../../../../support/store-cases/edits.ts';
import { everything } from '../../../../support/store-cases/everything.ts';
import { Machine } from '../../../../support/store-cases/machine.ts';
import { collection, idempotencyRow, idOf, memory, noon, owner, token } from '../../../../support/store-cases/rows.ts';
import { checkProperty } from '../../../../support/property.ts';

const reportOf = (memories: number) => expect.objectContaining({ memories, damaged: false });

const fill = (store: Store) => store.write(owner, fillVersion1);

const writes: Record<string, (writer: StoreWriter) => Promise<unknown>> = {
  'a new memory': (writer) =>
    writer.putMemory(memory(7, { tags: ['New', 'bread'], collection: idOf('col', 1), url: 'https://example.org/' })),
  'a changed memory': (writer) =>
    writer.putMemory(memory(1, { tags: ['New'], content: 'Half of a pair: \ud83d', version: 2 })),
  'a memory in the trash': (writer) => writer.putMemory(memory(2, { deletedAt: noon })),
  'an erased memory': (writer) => writer.eraseMemory(idOf('mem', 1), noon),
  'an erased memory that is saved again': (writer) => writer.putMemory(memory(5)),
  'a collection': (writer) => writer.putCollection(collection(3, 'Three')),
  'a deleted collection': (writer) => writer.deleteCollection(idOf('col', 1)),
  'a token': (writer) => writer.putToken(token(3)),
  'a deleted token': (writer) => writer.deleteToken(idOf('tok', 1)),
  'an idempotency row': (writer) => writer.putIdempotency(idempotencyRow('two')),
  'dropped idempotency rows': (writer) => writer.dropIdempotencyBefore('2027-01-01T00:00:00.000Z'),
  'a charge': (writer) => writer.charge('2026-03-02', 5),
  'a refund': (writer) => writer.refund('2026-03-01', null),
  'a plan': (writer) => writer.setPlan('unlimited'),
  'a setting': (writer) => writer.putSetting('colour', 'red'),
};

describe('restores a wiped database', () => {
  test.each(Object.entries(writes))('with %s', async (_, write) => {
    const machine = new Machine();
    const { store } = machine.run();
    await fill(store);
    const before = await machine.tables();
    await store.write(owner, write);
    const after = await machine.tables();
    expect(after).not.toEqual(before);
    machine.wipe();
    const next = machine.run();
    await next.store.read(owner, everything);
    expect(await machine.tables()).toEqual(after);
    expect(next.reported).toEqual([reportOf((after['memories'] ?? []).length)]);
    expect(next.store.restored).toEqual(next.reported[0]);
  });

  test('after any edits of memories and restarts, with every count, tag and seq, and stays writable', async () => {
    const property = fc.asyncProperty(
      fc.array(someEdits(8, 12), { minLength: 1, maxLength: 3 }),
      fc.nat(300),
      async (runs, slackBytes) => {
        const machine = new Machine();
        let rows = new Map();
        for (const edits of runs) {
          const { store } = machine.run({ slackBytes });
          rows = await applyEdits(store, edits, rows);
          await store.close();
        }
        const before = await machine.tables();
        machine.wipe();
        const { store } = machine.run();
        expect(await store.read(owner, (reader) => reader.memories([...rows.keys()]))).toEqual([...rows.values()]);
        expect(await machine.tables()).toEqual(before);
        await store.write(owner, (writer) => writer.putMemory(memory(50)));
        const later = await machine.tables();
        machine.wipe();
        await machine.run().store.read(owner, everything);
        expect(await machine.tables()).toEqual(later);
      },
    );
    await checkProperty('restored from the journal', property, { seed: 7, runs: 30, seconds: 2 });
  });

  test('when the same store object reopens it', async () => {
    const machine = new Machine();
    const { store } = machine.run();
    await fill(store);
    const before = await store.read(owner, everything);
    await store.close();
    machine.wipe();
    expect(await store.read(owner, everything)).toEqual(before);
    expect(store.restored).toEqual(reportOf(4));
  });

  test('with a name that one collection took over from another', async () => {
    const machine = new Machine();
    const { store } = machine.run();
    await store.write(owner, async (writer) => {
      await writer.putCollection(collection(1, 'One'));
      await writer.putCollection(collection(2, 'Two'));
    });
    await store.write(owner, async (writer) => {
      await writer.putCollection(collection(1, 'Between'));
      await writer.putCollection(collection(2, 'One'));
      await writer.putCollection(collection(1, 'Two'));
      await writer.deleteCollection(idOf('col', 2));
      await writer.putCollection(collection(3, 'One'));
    });
    const before = await machine.tables();
    machine.wipe();
    await machine.run().store.read(owner, everything);
    expect(await machine.tables()).toEqual(before);
  });
});

test('writes the contents of a database that had no journal into its first journal', async () => {
  const machine = new Machine();
  const { store } = machine.run({ journal: false });
  await fill(store);
  await store.close();
  const upgraded = machine.run();
  await upgraded.store.read(owner, everything);
  await machine.settled(upgraded);
  await upgraded.store.close();
  const before = await machine.tables();
  machine.wipe();
  await machine.run().store.read(owner, everything);
  expect(await machine.tables()).toEqual(before);
});

test('writes data that was saved without a journal into the next journal', async () => {
  const machine = new Machine();
  const first = machine.run();
  await fill(first.store);
  await first.store.close();
  const withoutJournal = machine.run({ open: async () => undefined });
  await withoutJournal.store.write(owner, (writer) => writer.putMemory(memory(8)));
  await withoutJournal.store.close();
  const third = machine.run();
  await third.store.read(owner, everything);
  await machine.settled(third);
  await third.store.close();
  const before = await machine.tables();
  machine.wipe();
  await machine.run().store.read(owner, everything);
  expect(await machine.tables()).toEqual(before);
});

test('restores nothing if nothing was lost', async () => {
  const machine = new Machine();
  await fill(machine.run().store);
  const { store, reported } = machine.run();
  await store.read(owner, everything);
  expect(reported).toEqual([]);
  expect(store.restored).toBeUndefined();
});

test('control: without a journal a wiped database is empty', async () => {
  const machine = new Machine();
  await fill(machine.run({ journal: false }).store);
  machine.wipe();
  expect(await machine.run({ journal: false }).store.read(owner, (reader) => reader.countMemories())).toBe(0);
});

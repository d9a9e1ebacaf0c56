import { afterEach, describe, expect, test, vi } from 'vitest';
import { StorageFull } from '../../../../../src/service/ports/failures.ts';
import { storeNameSetting, type StoreWriter } from '../../../../../src/service/ports/store.ts';
import { strictDatabase } from '../../../../../src/store/dexie/names.ts';
import { failWrite } from '../../../../support/store-cases/failing-writes.ts';
import { everything } from '../../../../support/store-cases/everything.ts';
import { Machine } from '../../../../support/store-cases/machine.ts';
import { ids, idsOf, put, machineWithOneMemory } from '../../../../support/store-cases/numbered.ts';
import { collection, memory, owner } from '../../../../support/store-cases/rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a disk too full for the journal', () => {
  const full = new DOMException('Disk full', 'QuotaExceededError');

  test('makes a write fail and store nothing; writes succeed once there is free space', async () => {
    const machine = await machineWithOneMemory();
    const { store } = machine.run();
    machine.full = full;
    const before = machine.files.a.length;
    await expect(put(store, 2)).rejects.toThrow(StorageFull);
    expect(await ids(store)).toEqual(idsOf(1));
    expect(machine.files.a.length).toBe(before);
    machine.full = undefined;
    await put(store, 3);
    machine.wipe();
    expect(await ids(machine.run().store)).toEqual(idsOf(1, 3));
  });

  test('makes a write fail and store nothing if only a part of the write fits', async () => {
    const machine = await machineWithOneMemory();
    const { store } = machine.run();
    machine.capacityBytes = 20;
    await expect(put(store, 2)).rejects.toThrow(StorageFull);
    machine.capacityBytes = Infinity;
    expect(await ids(store)).toEqual(idsOf(1));
    await put(store, 3);
    machine.wipe();
    expect(await ids(machine.run().store)).toEqual(idsOf(1, 3));
  });

  test('at the very first start doesn’t prevent a complete journal once there is free space', async () => {
    const machine = new Machine();
    machine.full = full;
    const run = machine.run();
    expect(await ids(run.store)).toEqual([]);
    machine.full = undefined;
    await put(run.store, 1);
    await machine.settled(run);
    run.kill();
    machine.wipe();
    expect(await ids(machine.run().store)).toEqual(idsOf(1));
  });

  test('during a snapshot leaves the old journal file in use', async () => {
    const machine = await machineWithOneMemory();
    const { store, reported } = machine.run({ slackBytes: -1e9 });
    await put(store, 2);
    machine.full = full;
    await vi.waitFor(() => expect(reported).toHaveLength(1));
    machine.full = undefined;
    await put(store, 3);
    machine.wipe();
    expect(await ids(machine.run().store)).toEqual(idsOf(1, 2, 3));
  });
});

test('doesn’t restore a write that the database refused', async () => {
  const machine = await machineWithOneMemory();
  const { store } = machine.run();
  await ids(store);
  failWrite(strictDatabase, 'commit', 1, 'QuotaExceededError');
  await expect(put(store, 2)).rejects.toThrow(StorageFull);
  vi.restoreAllMocks();
  machine.wipe();
  expect(await ids(machine.run().store)).toEqual(idsOf(1));
});

test('overwrites the journal’s record of a refused write if the record couldn’t be cut off', async () => {
  const machine = await machineWithOneMemory();
  const { store } = machine.run();
  await ids(store);
  failWrite(strictDatabase, 'commit', 1, 'QuotaExceededError');
  machine.breakNextTruncate = new DOMException('Not now', 'InvalidStateError');
  await expect(
    store.write(owner, (writer) => writer.putMemory(memory(2, { content: 'long '.repeat(999) }))),
  ).rejects.toThrow(StorageFull);
  vi.restoreAllMocks();
  await put(store, 3);
  machine.wipe();
  const next = machine.run();
  expect(await ids(next.store)).toEqual(idsOf(1, 3));
  expect(new TextDecoder().decode(machine.files.a)).not.toContain('long');
});

test('doesn’t use a snapshot that was finished but not committed', async () => {
  const machine = await machineWithOneMemory();
  const { store, reported } = machine.run({ slackBytes: 3_000 });
  await ids(store);
  failWrite(strictDatabase, 'commit', 7, 'UnknownError');
  await store.write(owner, (writer) => writer.putMemory(memory(2, { content: 'x'.repeat(9_000) })));
  await vi.waitFor(() => expect(reported).toHaveLength(1));
  vi.restoreAllMocks();
  expect(machine.files.b.length).toBeGreaterThan(0);
  await put(store, 3);
  machine.wipe();
  expect(await ids(machine.run().store)).toEqual(idsOf(1, 2, 3));
});

test('doesn’t restore a transaction whose work throws', async () => {
  const machine = await machineWithOneMemory();
  const { store } = machine.run();
  const failing = store.write(owner, async (writer: StoreWriter) => {
    await writer.putMemory(memory(2));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  machine.wipe();
  expect(await ids(machine.run().store)).toEqual(idsOf(1));
});

test('doesn’t restore a failed request whose error was caught', async () => {
  const machine = await machineWithOneMemory();
  const { store } = machine.run();
  await store.write(owner, async (writer: StoreWriter) => {
    await writer.putCollection(collection(1, 'One'));
    await writer.putCollection(collection(2, 'One')).catch(() => undefined);
    await writer.putMemory(memory(2));
  });
  const before = await machine.tables();
  machine.wipe();
  await machine.run().store.read(owner, everything);
  expect(await machine.tables()).toEqual(before);
});

test('keeps the old journal file until the snapshot of a newer database is complete', async () => {
  const machine = await machineWithOneMemory();
  const withoutJournal = machine.run({ lockedTimes: Infinity });
  await put(withoutJournal.store, 2);
  await withoutJournal.store.close();
  machine.full = new DOMException('Disk full', 'QuotaExceededError');
  const { store, reported } = machine.run();
  expect(await ids(store)).toEqual(idsOf(1, 2));
  await vi.waitFor(() => expect(reported).toHaveLength(1));
  machine.full = undefined;
  machine.wipe();
  expect(await ids(machine.run().store)).toEqual(idsOf(1));
});

test('writes a snapshot if the database is newer than the journal', async () => {
  const machine = await machineWithOneMemory();
  machine.files.a = machine.files.a.slice(0, -1);
  const run = machine.run();
  expect(await ids(run.store)).toEqual(idsOf(1));
  await machine.settled(run);
  await run.store.close();
  machine.wipe();
  expect(await ids(machine.run().store)).toEqual(idsOf(1));
});

test('replays the journal into a database that went back to an earlier state', async () => {
  const machine = await machineWithOneMemory();
  const earlier = await machine.copyOfDatabase();
  const { store } = machine.run();
  await put(store, 2);
  await put(store, 3);
  await store.close();
  await machine.putBack(earlier);
  const next = machine.run();
  expect(await ids(next.store)).toEqual(idsOf(1, 2, 3));
  expect((await put(next.store, 4)).seq).toBe(4);
});

test('replays the journal into a database that went back to a state before the journal’s renewal', async () => {
  const machine = await machineWithOneMemory();
  const earlier = await machine.copyOfDatabase();
  const run = machine.run({ slackBytes: -1e9 });
  await put(run.store, 2);
  await machine.settled(run);
  await put(run.store, 3);
  await run.store.close();
  await machine.putBack(earlier);
  const next = machine.run();
  expect(await ids(next.store)).toEqual(idsOf(1, 2, 3));
  expect((await put(next.store, 4)).seq).toBe(4);
});

test('restores what precedes the damage in a journal, reports the loss, and renames the store', async () => {
  const machine = new Machine();
  const { store } = machine.run();
  await store.write(owner, (writer) => writer.putSetting(storeNameSetting, 'old'));
  await put(store, 1);
  const damage = machine.files.a.length + 20;
  await put(store, 2);
  await put(store, 3);
  await store.close();
  machine.files.a[damage]! ^= 1;
  machine.wipe();
  const next = machine.run();
  expect(await ids(next.store)).toEqual(idsOf(1));
  expect(next.store.restored).toMatchObject({ memories: 1, damaged: true, complete: false });
  expect(await next.store.read(owner, (reader) => reader.setting(storeNameSetting))).not.toBe('old');
  await put(next.store, 4);
  await machine.settled(next);
  await put(next.store, 5);
  await next.store.close();
  machine.wipe();
  expect(await ids(machine.run().store)).toEqual(idsOf(1, 4, 5));
});

test('reopens journal files that fail during a start', async () => {
  const machine = await machineWithOneMemory();
  machine.breakNextFiles = new DOMException('The file is closed', 'InvalidStateError');
  expect(await ids(machine.run().store)).toEqual(idsOf(1));
});

test('reopens a journal file that fails in use, and loses no write', async () => {
  const machine = await machineWithOneMemory();
  const { store } = machine.run();
  await ids(store);
  machine.breakNextWrite = new DOMException('The file is closed', 'InvalidStateError');
  expect((await put(store, 2)).seq).toBe(2);
  machine.wipe();
  expect(await ids(machine.run().store)).toEqual(idsOf(1, 2));
});

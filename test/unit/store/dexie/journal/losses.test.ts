import { afterEach, expect, test, vi } from 'vitest';
import { storeNameSetting, type Store } from '../../../../../src/service/ports/store.ts';
import { StatusKeeper } from '../../../../../src/store/dexie/journal/status.ts';
import { strictDatabase } from '../../../../../src/store/dexie/names.ts';
import type { LocalStore } from '../../../../../src/store/local-store.ts';
import { failWrite } from '../../../../support/store-cases/failing-writes.ts';
import { Machine } from '../../../../support/store-cases/machine.ts';
import { ids, idsOf, put } from '../../../../support/store-cases/numbered.ts';
import { owner } from '../../../../support/store-cases/rows.ts';

afterEach(() => void vi.restoreAllMocks());

const storeName = (store: Store) => store.read(owner, (reader) => reader.setting(storeNameSetting));

/** A machine that had three memories and has lost its database. `copies`: the journal's file after each memory. */
async function lostAfterThree(): Promise<{ machine: Machine; copies: Uint8Array[] }> {
  const machine = new Machine();
  const { store } = machine.run();
  await store.write(owner, (writer) => writer.putSetting(storeNameSetting, 'first'));
  const copies: Uint8Array[] = [];
  for (const number of [1, 2, 3]) {
    await put(store, number);
    copies.push(machine.files.a);
  }
  await expect.poll(() => machine.status?.checkpoint).toEqual({ seq: 3, memories: 3 });
  await store.close();
  machine.wipe();
  return { machine, copies };
}

test('reports a complete restore', async () => {
  const { machine } = await lostAfterThree();
  const { store } = machine.run();
  expect(await ids(store)).toEqual(idsOf(1, 2, 3));
  expect(store.restored).toMatchObject({ memories: 3, complete: true, before: { memories: 3, missingChanges: 0 } });
  expect(await storeName(store)).toBe('first');
});

test.each([
  ['an older copy of the journal', (copies: Uint8Array[]) => copies[1]!, 2],
  ['an older copy cut off within its last record', (copies: Uint8Array[]) => copies[1]!.slice(0, -5), 1],
  ['an empty journal', () => new Uint8Array(), 0],
])('reports a partial restore from %s', async (_, remaining, count) => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = remaining(copies);
  const { store } = machine.run();
  expect(await ids(store)).toEqual(idsOf(...[1, 2, 3].slice(0, count)));
  expect(store.restored).toMatchObject({
    memories: count,
    complete: false,
    before: { memories: 3, missingChanges: 3 - count },
  });
  expect(await storeName(store)).not.toBe('first');
});

/** The store of a new engine, once its database is open. */
async function openedStore(machine: Machine): Promise<LocalStore> {
  const { store } = machine.run();
  await ids(store);
  return store;
}

test.each([
  ['a partial', (copies: Uint8Array[]) => copies[0]!, { memories: 1, complete: false }],
  ['a complete', (copies: Uint8Array[]) => copies[2]!, { memories: 3, complete: true }],
])('reports %s restore to each later engine until the user acknowledges the report', async (_, remaining, expected) => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = remaining(copies);
  const first = await openedStore(machine);
  expect(first.restored).toMatchObject(expected);
  machine.now += 31 * 86_400_000;
  const second = await openedStore(machine);
  expect(second.restored).toEqual(first.restored);
  await second.acknowledgeRestored?.(first.restored!.at);
  expect(second.restored).toBeUndefined();
  expect((await openedStore(machine)).restored).toBeUndefined();
});

test('acknowledging an earlier restore doesn’t end the report of a later restore', async () => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = copies[0]!;
  const store = await openedStore(machine);
  await store.acknowledgeRestored?.(new Date(machine.now - 1).toISOString());
  expect(store.restored).toMatchObject({ memories: 1, complete: false });
  expect((await openedStore(machine)).restored).toEqual(store.restored);
});

test('stores the report of a restore before the restore is complete, so a kill can’t lose the report', async () => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = copies[0]!;
  let rows: unknown[] = [];
  const change = StatusKeeper.prototype.change;
  vi.spyOn(StatusKeeper.prototype, 'change').mockImplementation(async function (this: StatusKeeper, changed) {
    if (changed.restored) rows = await machine.journalRows();
    await change.call(this, changed);
  });
  await openedStore(machine);
  expect(rows).toEqual([{ name: 'journal', restoring: true }]);
  // Control: afterwards, the row says that the restore is complete.
  expect(await machine.journalRows()).toMatchObject([{ whole: {} }]);
});

test('reports everything that is missing, at whichever step the restore was interrupted', async () => {
  const { machine, copies } = await lostAfterThree();
  const status = structuredClone(machine.status);
  let isInterrupted = true;
  for (let killAt = 1; isInterrupted; killAt++) {
    machine.wipe();
    machine.files.a = copies[0]!;
    machine.status = structuredClone(status);
    const run = machine.run({ killAt });
    await ids(run.store).catch(() => {});
    isInterrupted = !run.alive();
    const expected = { memories: 1, complete: false, before: { memories: 3, missingChanges: 2 } };
    expect((await openedStore(machine)).restored).toMatchObject(expected);
  }
});

test('a complete restore doesn’t replace the unacknowledged report of an earlier partial restore', async () => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = copies[0]!;
  const { restored } = await openedStore(machine);
  machine.wipe();
  const store = await openedStore(machine);
  expect(await ids(store)).toEqual(idsOf(1));
  expect(store.restored).toEqual(restored);
});

test('after an acknowledged partial restore, a complete restore is reported as complete', async () => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = copies[0]!;
  const first = await openedStore(machine);
  await first.acknowledgeRestored?.(first.restored!.at);
  machine.wipe();
  const { restored } = await openedStore(machine);
  expect(restored).toMatchObject({ complete: true, before: { memories: 1 } });
});

test('two partial restores that nobody acknowledged are reported as one', async () => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = copies[1]!;
  expect((await openedStore(machine)).restored).toMatchObject({ before: { memories: 3, missingChanges: 1 } });
  await expect.poll(() => machine.status?.checkpoint).toEqual({ seq: 2, memories: 2 });
  machine.wipe();
  machine.files.a = new Uint8Array();
  const { restored } = await openedStore(machine);
  expect(restored).toMatchObject({ memories: 0, complete: false, before: { memories: 3, missingChanges: 2 } });
});

test('without a stored status, doesn’t report a restore from an older journal as complete', async () => {
  const { machine, copies } = await lostAfterThree();
  machine.files.a = copies[1]!;
  machine.status = undefined;
  const { store } = machine.run();
  expect(await ids(store)).toEqual(idsOf(1, 2));
  expect(store.restored).toMatchObject({ memories: 2, complete: false });
  expect(store.restored?.before).toBeUndefined();
});

test.each([
  ['an older copy of the journal', (copies: Uint8Array[]) => copies[1]!],
  ['a journal that lost its last record', (copies: Uint8Array[]) => copies[2]!.slice(0, copies[1]!.length)],
])('after a kill soon after a save, doesn’t report a restore from %s as complete', async (_, remaining) => {
  const machine = new Machine();
  const run = machine.run({ noteMs: 60_000 });
  const copies: Uint8Array[] = [];
  for (const number of [1, 2, 3]) {
    await put(run.store, number);
    copies.push(machine.files.a);
  }
  run.kill();
  machine.wipe();
  machine.files.a = remaining(copies);
  const { store } = machine.run();
  expect(await ids(store)).toEqual(idsOf(1, 2));
  expect(store.restored).toMatchObject({ memories: 2, complete: false });
  expect(store.restored?.before).toBeUndefined();
});

test('after a kill soon after a save, reports a complete restore', async () => {
  const machine = new Machine();
  const run = machine.run({ noteMs: 60_000 });
  for (const number of [1, 2, 3]) await put(run.store, number);
  run.kill();
  machine.wipe();
  const { store } = machine.run();
  expect(await ids(store)).toEqual(idsOf(1, 2, 3));
  expect(store.restored).toMatchObject({ memories: 3, complete: true });
});

test('a write that fails after its record was added to the journal doesn’t make a restore incomplete', async () => {
  const machine = new Machine();
  const run = machine.run();
  await put(run.store, 1);
  const before = machine.files.a.length;
  failWrite(strictDatabase, 'request', 2, 'ConstraintError');
  await expect(run.store.write(owner, (writer) => writer.putSetting('a', 'b'))).rejects.toThrow('Made to fail');
  await expect.poll(() => machine.status).toMatchObject({ checkpoint: { seq: 1 }, written: { end: before } });
  run.kill();
  machine.wipe();
  const { store } = machine.run();
  expect(await ids(store)).toEqual(idsOf(1));
  expect(store.restored).toMatchObject({ memories: 1, complete: true });
});

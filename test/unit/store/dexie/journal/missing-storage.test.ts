import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../../../src/service/ports/failures.ts';
import { Machine } from '../../../../support/store-cases/machine.ts';
import { ids, idsOf, put, machineWithOneMemory } from '../../../../support/store-cases/numbered.ts';

describe('missing storage of the journal’s files', () => {
  test('is reported once, and the store works without it', async () => {
    const machine = new Machine();
    const { store, reported } = machine.run({ open: async () => undefined });
    await put(store, 1);
    await store.close();
    expect(await ids(store)).toEqual(idsOf(1));
    expect(reported).toEqual([expect.objectContaining({ message: 'There is no journal of the memories' })]);
  });

  test('during one run of an intact database doesn’t leave the journal incomplete after the next start', async () => {
    const machine = await machineWithOneMemory();
    const failToOpen = async () => {
      throw new DOMException('In use', 'NoModificationAllowedError');
    };
    const { store } = machine.run({ open: failToOpen });
    await put(store, 2);
    await store.close();
    const next = machine.run();
    expect(await ids(next.store)).toEqual(idsOf(1, 2));
    await machine.settled(next);
    await next.store.close();
    machine.wipe();
    expect(await ids(machine.run().store)).toEqual(idsOf(1, 2));
  });

  test('at the start of a run doesn’t leave the journal incomplete afterwards', async () => {
    const machine = await machineWithOneMemory();
    const run = machine.run({ lockedTimes: 3 });
    onTestFinished(run.kill);
    await put(run.store, 2);
    await machine.settled(run);
    await put(run.store, 3);
    machine.wipe();
    expect(await ids(machine.run().store)).toEqual(idsOf(1, 2, 3));
    expect(run.reported).toEqual([expect.objectContaining({ message: 'There is no journal of the memories' })]);
  });

  test('before the first write of a run doesn’t prevent a later restore of data that only the files have', async () => {
    const machine = await machineWithOneMemory();
    const earlier = await machine.copyOfDatabase();
    const before = machine.run();
    await put(before.store, 2);
    await before.store.close();
    await machine.putBack(earlier);
    const { store } = machine.run({ lockedTimes: 3 });
    expect(await ids(store)).toEqual(idsOf(1));
    await vi.waitFor(async () => expect(await ids(store)).toEqual(idsOf(1, 2)));
    await put(store, 3);
    machine.wipe();
    expect(await ids(machine.run().store)).toEqual(idsOf(1, 2, 3));
  });

  test('makes the store unavailable instead of empty if the database was wiped', async () => {
    const machine = await machineWithOneMemory();
    machine.wipe();
    const failToOpen = async () => {
      throw new DOMException('In use', 'NoModificationAllowedError');
    };
    const { store } = machine.run({ open: failToOpen });
    await expect(ids(store)).rejects.toThrow(StoreUnavailable);
    await expect(put(store, 2)).rejects.toThrow(StoreUnavailable);
    await store.close();
    expect(await ids(machine.run().store)).toEqual(idsOf(1));
  });
});

test('a partly restored database isn’t used while the journal’s storage is missing', async () => {
  const machine = await machineWithOneMemory();
  machine.wipe();
  const interrupted = machine.run({ killAt: 2 });
  await expect(ids(interrupted.store)).rejects.toThrow(StoreUnavailable);
  await expect(ids(machine.run({ open: async () => undefined }).store)).rejects.toThrow(StoreUnavailable);
  expect(await ids(machine.run().store)).toEqual(idsOf(1));
});

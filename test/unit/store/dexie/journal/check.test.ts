import { describe, expect, test, vi } from 'vitest';
import type { LocalStore } from '../../../../../src/store/local-store.ts';
import { Machine, type Run, type RunOptions } from '../../../../support/store-cases/machine.ts';
import { ids, idsOf, put } from '../../../../support/store-cases/numbered.ts';
import { collection, noon, owner } from '../../../../support/store-cases/rows.ts';

const weekMs = 7 * 86_400_000;

/** A machine with three memories and a checked journal, after a clean shutdown. */
async function withThree(): Promise<Machine> {
  const machine = new Machine();
  const { store } = machine.run();
  for (const number of [1, 2, 3]) await put(store, number);
  await vi.waitFor(() => expect(machine.status?.checkpoint).toEqual({ seq: 3, memories: 3 }));
  await store.close();
  return machine;
}

function damage({ files }: Machine): void {
  files.a = files.a.map((byte, index) => (index === Math.floor(files.a.length / 2) ? byte ^ 1 : byte));
}

async function started(machine: Machine, options: RunOptions = {}): Promise<Run> {
  const run = machine.run(options);
  await ids(run.store);
  return run;
}

/** Kills the run and wipes the database. Returns the ids that the next start restores. */
async function restoredAfterLoss(machine: Machine, run: Run): Promise<string[]> {
  run.kill();
  machine.wipe();
  return ids(machine.run().store);
}

describe('a damaged journal with a healthy database', () => {
  test('is detected within a week and rewritten from the database', async () => {
    const machine = await withThree();
    damage(machine);
    machine.now += weekMs;
    const run = await started(machine);
    await vi.waitFor(() =>
      expect(run.store.secondCopy?.damage).toEqual({ at: new Date(machine.now).toISOString(), outcome: 'repaired' }),
    );
    expect(run.store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString());
    expect(await restoredAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3));
  });

  test('is detected at the next start if the engine was killed', async () => {
    const machine = await withThree();
    const killed = machine.run();
    await put(killed.store, 4);
    killed.kill();
    damage(machine);
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('repaired'));
    expect(await restoredAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3, 4));
  });

  test('is repaired while memories are saved', async () => {
    const machine = await withThree();
    damage(machine);
    machine.now += weekMs;
    const run = await started(machine, { sliceBytes: 200 });
    for (let number = 4; number < 12; number++) await put(run.store, number);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('repaired'));
    await put(run.store, 12);
    expect(await restoredAfterLoss(machine, run)).toHaveLength(12);
  });

  test('is rewritten at the next start if its end is missing', async () => {
    const machine = await withThree();
    machine.files.a = machine.files.a.slice(0, machine.files.a.length / 2);
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('repaired'));
    expect(await restoredAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3));
  });

  test('control: restores only a part of the memories if the damage isn’t detected', async () => {
    const machine = await withThree();
    damage(machine);
    const run = await started(machine);
    expect(await restoredAfterLoss(machine, run)).not.toEqual(idsOf(1, 2, 3));
  });
});

describe('a database', () => {
  const losses: [string, (machine: Machine) => Promise<void>][] = [
    ['lost some of its rows', (machine) => machine.loseRows('memories', (row) => (row as { seq: number }).seq > 1)],
    [
      'was emptied',
      async (machine) => {
        for (const table of ['memories', 'counts', 'counters']) await machine.loseRows(table, () => true);
      },
    ],
  ];

  test.each(losses)('that %s doesn’t overwrite a journal that has become too long', async (_, lose) => {
    const machine = await withThree();
    await lose(machine);
    const run = await started(machine, { slackBytes: -1e9 });
    await put(run.store, 4);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('kept'));
    expect(await restoredAfterLoss(machine, run)).toEqual(expect.arrayContaining(idsOf(2, 3, 4)));
  });

  test.each(losses)('that %s doesn’t overwrite a damaged journal', async (_, lose) => {
    const machine = await withThree();
    damage(machine);
    await lose(machine);
    const before = machine.files.a;
    machine.now += weekMs;
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('kept'));
    expect(machine.files.a).toEqual(before);
    expect(await restoredAfterLoss(machine, run)).toContain(idsOf(1)[0]);
  });
});

describe('a database beside a journal that is damaged before its last record', () => {
  const first = collection(1, 'First');
  const steps = {
    early: (store: LocalStore) => store.write(owner, (writer) => writer.putSetting('early', '1')),
    create: (store: LocalStore) => store.write(owner, (writer) => writer.putCollection(first)),
    erase: (store: LocalStore) =>
      store.write(owner, async (writer) => {
        await writer.deleteCollection(first.id);
        await writer.eraseMemory(idsOf(1)[0]!, noon);
      }),
    save: (store: LocalStore) => put(store, 3),
  };

  /**
   * A machine that saved two memories and then took the steps `names`. In its journal, the record of the step `damaged`
   * is damaged.
   */
  async function after(names: (keyof typeof steps)[], damaged: keyof typeof steps): Promise<Machine> {
    const machine = new Machine();
    const { store } = machine.run();
    for (const number of [1, 2]) await put(store, number);
    let at = 0;
    for (const name of names) {
      if (name === damaged) at = machine.files.a.length + 20;
      await steps[name](store);
    }
    await vi.waitFor(() => expect(machine.status?.checkpoint?.seq).toBeGreaterThan(2));
    await store.close();
    machine.files.a = machine.files.a.with(at, machine.files.a[at]! ^ 1);
    machine.now += weekMs;
    return machine;
  }

  test.each([
    ['a collection that was saved after the damage to the journal', 'collections', () => true],
    [
      'a setting that was saved before the damage to the journal',
      'settings',
      (row: unknown) => (row as { name: string }).name === 'early',
    ],
  ])('doesn’t overwrite the journal if the database has lost %s', async (_, table, isLost) => {
    const machine = await after(['early', 'save', 'create'], 'save');
    await machine.loseRows(table, isLost);
    const before = machine.files.a;
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('kept'));
    expect(machine.files.a).toEqual(before);
  });

  test('overwrites the journal if the damaged record deleted the missing rows', async () => {
    const machine = await after(['create', 'erase', 'save'], 'erase');
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('repaired'));
    // `ids` lists the change feed, which still has the erased memory 1, as a tombstone.
    expect(await restoredAfterLoss(machine, run)).toEqual(idsOf(2, 1, 3));
  });
});

test('keeps the old journal file if the new file, read back, differs from what was written', async () => {
  const machine = await withThree();
  const run = await started(machine, { slackBytes: -1e9 });
  await put(run.store, 4);
  machine.spoilNextWrite = true;
  await vi.waitFor(() => expect(run.reported).toHaveLength(1));
  expect(await restoredAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3, 4));
});

describe('a check', () => {
  test('records when it last found no damage', async () => {
    const machine = await withThree();
    machine.now += weekMs;
    const { store } = await started(machine);
    await vi.waitFor(() => expect(store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString()));
    expect(store.secondCopy?.damage).toBeUndefined();
  });

  test('doesn’t run again within a week', async () => {
    const machine = await withThree();
    const { checkedAt } = machine.status!;
    machine.now += weekMs - 60_000;
    const waitForIdle = vi.fn(async () => {});
    const { store } = await started(machine, { idle: waitForIdle });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(waitForIdle).not.toHaveBeenCalled();
    expect(store.secondCopy?.checkedAt).toBe(checkedAt);
  });

  test('waits while requests are open', async () => {
    const machine = await withThree();
    machine.now += weekMs;
    const idle = Promise.withResolvers<void>();
    const waitForIdle = vi.fn(() => idle.promise);
    const { store } = await started(machine, { idle: waitForIdle });
    await vi.waitFor(() => expect(waitForIdle).toHaveBeenCalledOnce());
    await put(store, 4);
    expect(Date.parse(store.secondCopy?.checkedAt ?? '')).toBeLessThan(machine.now);
    idle.resolve();
    await vi.waitFor(() => expect(store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString()));
  });

  test('continues where it was interrupted', async () => {
    const machine = await withThree();
    machine.status = { ...machine.status, checking: { generation: 1, at: machine.files.a.length } };
    damage(machine);
    machine.now += 1_000;
    const waitForIdle = vi.fn(async () => {});
    const { store } = await started(machine, { idle: waitForIdle });
    await vi.waitFor(() => expect(store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString()));
    expect(waitForIdle).not.toHaveBeenCalled();
  });
});

import { describe, expect, test, vi } from 'vitest';
import { Machine, type Run, type RunOptions } from '../../../../support/store-cases/machine.ts';
import { ids, idsOf, put } from '../../../../support/store-cases/numbered.ts';

const weekMs = 7 * 86_400_000;

/** A machine with three memories, ended in good order and with its journal checked. */
async function withThree(): Promise<Machine> {
  const machine = new Machine();
  const { store } = machine.run();
  for (const number of [1, 2, 3]) await put(store, number);
  await vi.waitFor(() => expect(machine.status?.checkpoint).toEqual({ seq: 3, memories: 3 }));
  await store.close();
  return machine;
}

/** Flips a bit in the middle of the journal. */
function damage({ files }: Machine): void {
  files.a = files.a.map((byte, place) => (place === Math.floor(files.a.length / 2) ? byte ^ 1 : byte));
}

async function started(machine: Machine, options: RunOptions = {}): Promise<Run> {
  const run = machine.run(options);
  await ids(run.store);
  return run;
}

/** What a start finds after the browser has lost the database too. */
async function foundAfterLoss(machine: Machine, run: Run): Promise<string[]> {
  run.kill();
  machine.wipe();
  return ids(machine.run().store);
}

describe('a journal that was damaged while the database is healthy', () => {
  test('is noticed within a week and written anew from the database', async () => {
    const machine = await withThree();
    damage(machine);
    machine.now += weekMs;
    const run = await started(machine);
    await vi.waitFor(() =>
      expect(run.store.secondCopy?.damage).toEqual({ at: new Date(machine.now).toISOString(), outcome: 'repaired' }),
    );
    expect(run.store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString());
    expect(await foundAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3));
  });

  test('is noticed at the next start if the last run ended amid a write', async () => {
    const machine = await withThree();
    const killed = machine.run();
    await put(killed.store, 4);
    killed.kill();
    damage(machine);
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('repaired'));
    expect(await foundAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3, 4));
  });

  test('is repaired while memories are saved', async () => {
    const machine = await withThree();
    damage(machine);
    machine.now += weekMs;
    const run = await started(machine, { sliceBytes: 200 });
    for (let number = 4; number < 12; number++) await put(run.store, number);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('repaired'));
    await put(run.store, 12);
    expect(await foundAfterLoss(machine, run)).toHaveLength(12);
  });

  test('cut short, is written anew at the next start', async () => {
    const machine = await withThree();
    machine.files.a = machine.files.a.slice(0, machine.files.a.length / 2);
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('repaired'));
    expect(await foundAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3));
  });

  test('unnoticed, would bring back a part', async () => {
    const machine = await withThree();
    damage(machine);
    const run = await started(machine);
    expect(await foundAfterLoss(machine, run)).not.toEqual(idsOf(1, 2, 3));
  });
});

describe('a database that holds less than it should', () => {
  const losses: [string, (machine: Machine) => Promise<void>][] = [
    ['has lost rows', (machine) => machine.loseRows('memories', (row) => (row as { seq: number }).seq > 1)],
    [
      'was emptied',
      async (machine) => {
        for (const table of ['memories', 'counts', 'counters']) await machine.loseRows(table, () => true);
      },
    ],
  ];

  test.each(losses)('and %s does not overwrite a journal that grew', async (_, lose) => {
    const machine = await withThree();
    await lose(machine);
    const run = await started(machine, { slackBytes: -1e9 });
    await put(run.store, 4);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('kept'));
    expect(await foundAfterLoss(machine, run)).toEqual(expect.arrayContaining(idsOf(2, 3, 4)));
  });

  test.each(losses)('and %s does not overwrite a damaged journal', async (_, lose) => {
    const machine = await withThree();
    damage(machine);
    await lose(machine);
    const before = machine.files.a;
    machine.now += weekMs;
    const run = await started(machine);
    await vi.waitFor(() => expect(run.store.secondCopy?.damage?.outcome).toBe('kept'));
    expect(machine.files.a).toEqual(before);
    expect(await foundAfterLoss(machine, run)).toContain(idsOf(1)[0]);
  });
});

test('a snapshot that the disk did not keep as it was written does not take the place of the old file', async () => {
  const machine = await withThree();
  const run = await started(machine, { slackBytes: -1e9 });
  await put(run.store, 4);
  machine.spoilNextWrite = true;
  await vi.waitFor(() => expect(run.news).toHaveLength(1));
  expect(await foundAfterLoss(machine, run)).toEqual(idsOf(1, 2, 3, 4));
});

describe('a check', () => {
  test('tells when all of it was found good', async () => {
    const machine = await withThree();
    machine.now += weekMs;
    const { store } = await started(machine);
    await vi.waitFor(() => expect(store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString()));
    expect(store.secondCopy?.damage).toBeUndefined();
  });

  test('is not made again within a week', async () => {
    const machine = await withThree();
    const { checkedAt } = machine.status!;
    machine.now += weekMs - 60_000;
    const reads = vi.fn(async () => {});
    const { store } = await started(machine, { idle: reads });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).not.toHaveBeenCalled();
    expect(store.secondCopy?.checkedAt).toBe(checkedAt);
  });

  test('waits while requests are open', async () => {
    const machine = await withThree();
    machine.now += weekMs;
    const idle = Promise.withResolvers<void>();
    const waits = vi.fn(() => idle.promise);
    const { store } = await started(machine, { idle: waits });
    await vi.waitFor(() => expect(waits).toHaveBeenCalledOnce());
    await put(store, 4);
    expect(Date.parse(store.secondCopy?.checkedAt ?? '')).toBeLessThan(machine.now);
    idle.resolve();
    await vi.waitFor(() => expect(store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString()));
  });

  test('that was cut short goes on where it was', async () => {
    const machine = await withThree();
    machine.status = { ...machine.status, checking: { generation: 1, at: machine.files.a.length } };
    damage(machine);
    machine.now += 1_000;
    const reads = vi.fn(async () => {});
    const { store } = await started(machine, { idle: reads });
    await vi.waitFor(() => expect(store.secondCopy?.checkedAt).toBe(new Date(machine.now).toISOString()));
    expect(reads).not.toHaveBeenCalled();
  });
});

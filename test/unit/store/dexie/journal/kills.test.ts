import { describe, expect, test } from 'vitest';
import type { Store, StoreWriter } from '../../../../../src/service/ports/store.ts';
import { fillVersion1 } from '../../../../fixtures/store/version-1.contents.ts';
import { daySeed } from '../../../../../scripts/test/day-seed.ts';
import { sized } from '../../../../support/rounds.ts';
import { Machine, type RunOptions } from '../../../../support/store-cases/machine.ts';
import { collection, idOf, memory, noon, owner } from '../../../../support/store-cases/rows.ts';

const writes: ((writer: StoreWriter) => Promise<unknown>)[] = [
  (writer) => writer.putMemory(memory(11, { tags: ['One', 'bread'], content: 'x'.repeat(400) })),
  (writer) => writer.putMemory(memory(1, { tags: ['Bread'], version: 2 })),
  (writer) => writer.putCollection(collection(1, 'Passed on')),
  async (writer) => {
    await writer.putCollection(collection(3, 'Recipes'));
    await writer.putMemory(memory(12, { collection: idOf('col', 3), tags: ['bread'] }));
    await writer.charge('2026-03-01', null);
  },
  (writer) => writer.eraseMemory(idOf('mem', 2), noon),
  (writer) => writer.putMemory(memory(11, { deletedAt: noon, version: 2 })),
  (writer) => writer.putMemory(memory(13, { content: 'y'.repeat(700) })),
];

const read = (store: Store) => store.read(owner, (reader) => reader.usage());

async function filled(): Promise<Machine> {
  const machine = new Machine();
  const { store } = machine.run();
  await store.write(owner, fillVersion1);
  await store.close();
  return machine;
}

/** Runs the writes until they are done or killed. Returns how many were acknowledged. */
async function writeAll(store: Store): Promise<number> {
  let acknowledged = 0;
  try {
    for (const write of writes) {
      await store.write(owner, write);
      acknowledged++;
      // Gives a running snapshot time to continue.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  } catch {
    return acknowledged;
  }
  return acknowledged;
}

/** The content of the database after 0, 1, 2, … writes. */
async function statesAfterWrites(): Promise<unknown[]> {
  const machine = await filled();
  const { store } = machine.run();
  const states: unknown[] = [await machine.tables()];
  for (const write of writes) {
    await store.write(owner, write);
    states.push(await machine.tables());
  }
  return states;
}

/** What may happen to the machine between the kill and the final start. */
const fates: Record<string, (machine: Machine) => Promise<void>> = {
  'nothing else': async () => {},
  'a wipe': async (machine) => machine.wipe(),
  'a power cut and a wipe': async (machine) => {
    machine.cutPower();
    machine.wipe();
  },
  'a start, and a wipe after it': async (machine) => {
    const between = machine.run();
    await read(between.store);
    between.kill();
    machine.wipe();
  },
};

/** `npm run test:all` kills at every disk access. `npm test` kills at every third, with another offset each day. */
const stride = sized(1, 3);
const first = 1 + (daySeed % stride);

/**
 * Kills a run at disk access `first`, the next run `stride` accesses later, and so on, until a run ends before its
 * kill. Returns the access at which that kill was due.
 */
async function killEverywhere(options: RunOptions, fate: (machine: Machine) => Promise<void>): Promise<number> {
  const states = await statesAfterWrites();
  for (let killAt = first; ; killAt += stride) {
    const machine = await filled();
    const run = machine.run({ ...options, killAt });
    const acknowledged = await writeAll(run.store);
    const ended = run.steps() < killAt;
    run.kill();
    await fate(machine);
    await read(machine.run().store);
    const actual = await machine.tables();
    expect(
      [states[acknowledged], states[acknowledged + 1]],
      `${acknowledged} acknowledged, killed at step ${killAt}`,
    ).toContainEqual(actual);
    if (ended) return killAt;
  }
}

describe.each(Object.entries(fates))(
  'after a kill at a disk access, then %s, the store has all acknowledged writes and perhaps the one in progress',
  (_, fate) => {
    test('if the kill is during writes', async () => {
      expect(await killEverywhere({}, fate)).toBeGreaterThan(3 * writes.length);
    });

    test('if the kill is during repeated renewals of the journal', async () => {
      expect(await killEverywhere({ slackBytes: -1e9, sliceBytes: 300 }, fate)).toBeGreaterThan(6 * writes.length);
    });
  },
);

test('restores everything after a kill at any disk access during a restore', async () => {
  const machine = await filled();
  const { store } = machine.run();
  await writeAll(store);
  await store.close();
  const before = await machine.tables();
  for (let killAt = first; ; killAt += stride) {
    machine.wipe();
    const run = machine.run({ killAt, sliceBytes: 1 });
    await read(run.store).catch(() => undefined);
    const ended = run.steps() < killAt;
    run.kill();
    const next = machine.run();
    await read(next.store);
    expect(await machine.tables(), `killed at step ${killAt}`).toEqual(before);
    if (ended) {
      expect(killAt).toBeGreaterThan(writes.length);
      return;
    }
    expect(next.reported, `killed at step ${killAt}`).toMatchObject([{ memories: 6, damaged: false }]);
  }
});

test('keeps everything after a kill at any disk access while a database gets its first journal', async () => {
  for (let killAt = first; ; killAt += stride) {
    const machine = new Machine();
    const { store } = machine.run({ journal: false });
    await store.write(owner, fillVersion1);
    await store.close();
    const before = await machine.tables();
    const run = machine.run({ killAt, sliceBytes: 300 });
    await read(run.store);
    await machine.settled(run);
    const ended = run.steps() < killAt;
    run.kill();
    await read(machine.run().store);
    expect(await machine.tables()).toEqual(before);
    if (ended) return;
  }
});

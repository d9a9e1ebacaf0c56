import { expect, test, vi } from 'vitest';
import { everything } from '../../../../support/store-cases/everything.ts';
import { Machine } from '../../../../support/store-cases/machine.ts';
import { collection, idempotencyRow, idOf, memory, noon, owner, token } from '../../../../support/store-cases/rows.ts';

const lengthOf = ({ files }: Machine) => files.a.length + files.b.length;

test('renews a journal that has become much longer than its content', async () => {
  const machine = new Machine();
  const run = machine.run({ slackBytes: 2_000 });
  const { store, reported } = run;
  for (let version = 1; version <= 300; version++)
    await store.write(owner, (writer) => writer.putMemory(memory(1, { version })));
  await machine.settled(run);
  await store.write(owner, (writer) => writer.putMemory(memory(1)));
  expect(lengthOf(machine)).toBeLessThan(10_000);
  expect(reported).toEqual([]);
  const before = await machine.tables();
  machine.wipe();
  await machine.run().store.read(owner, everything);
  expect(await machine.tables()).toEqual(before);
});

test('control: without renewal the journal keeps growing', async () => {
  const machine = new Machine();
  const { store } = machine.run();
  for (let version = 1; version <= 300; version++)
    await store.write(owner, (writer) => writer.putMemory(memory(1, { version })));
  expect(lengthOf(machine)).toBeGreaterThan(30_000);
});

test('a renewal removes permanently deleted text from both files, before the next write', async () => {
  const machine = new Machine();
  const text = 'Nobody shall read this again.';
  const isThere = () =>
    [machine.files.a, machine.files.b].some((bytes) => new TextDecoder().decode(bytes).includes(text));
  const first = machine.run();
  await first.store.write(owner, async (writer) => {
    await writer.putMemory(memory(1, { content: text }));
    await writer.putIdempotency(
      idempotencyRow('key', { memory: idOf('mem', 1), body: JSON.stringify({ content: text }) }),
    );
  });
  await first.store.write(owner, (writer) => writer.eraseMemory(idOf('mem', 1), noon));
  await machine.settled(first);
  expect(isThere()).toBe(true);
  await first.store.close();
  const { store, reported } = machine.run({ slackBytes: -1e9 });
  await store.write(owner, (writer) => writer.putMemory(memory(2)));
  await vi.waitFor(() => expect(isThere()).toBe(false));
  expect(reported).toEqual([]);
  expect(JSON.stringify(await machine.tables())).not.toContain(text);
  const before = await machine.tables();
  machine.wipe();
  await machine.run().store.read(owner, everything);
  expect(await machine.tables()).toEqual(before);
});

test.each(['collections', 'tokens', 'settings', 'tombstones', 'idempotency'] as const)(
  'keeps the journal if the database has lost its %s',
  async (table) => {
    const machine = new Machine();
    const filling = machine.run();
    await filling.store.write(owner, async (writer) => {
      for (let number = 1; number <= 4; number++) await writer.putMemory(memory(number));
      await writer.eraseMemory(idOf('mem', 4), noon);
      await writer.putCollection(collection(1, 'House'));
      await writer.putToken(token(1));
      await writer.putSetting('theme', 'dark');
      await writer.putIdempotency(idempotencyRow('key'));
    });
    await filling.store.close();
    const before = await machine.tables();
    await machine.loseRows(table, () => true);
    const run = machine.run({ slackBytes: -1e9 });
    await run.store.write(owner, (writer) => writer.putMemory(memory(1)));
    await vi.waitFor(() => expect(run.reported).toMatchObject([{ message: expect.stringContaining('fewer rows') }]));
    await run.store.close();
    machine.wipe();
    await machine.run().store.read(owner, everything);
    expect((await machine.tables())[table]).toEqual(before[table]);
  },
);

test('handles requests between slices of a renewal, and writes their changes to the new file', async () => {
  const machine = new Machine();
  const filling = machine.run();
  await filling.store.write(owner, async (writer) => {
    for (let number = 1; number <= 300; number++) await writer.putMemory(memory(number, { tags: ['a'] }));
  });
  await filling.store.close();
  const run = machine.run({ slackBytes: -1e9, sliceBytes: 2_000 });
  await run.store.write(owner, (writer) => writer.putMemory(memory(1, { version: 2 })));
  let during = 0;
  for (let number = 301; number <= 330; number++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await run.store.write(owner, (writer) => writer.putMemory(memory(number, { tags: ['b'] })));
    await run.store.write(owner, (writer) => writer.eraseMemory(idOf('mem', number - 300), noon));
    if (machine.files.a.length > 0 && machine.files.b.length > 0) during++;
  }
  expect(during).toBeGreaterThan(5);
  await run.store.close();
  const before = await machine.tables();
  machine.wipe();
  await machine.run().store.read(owner, everything);
  expect(await machine.tables()).toEqual(before);
});

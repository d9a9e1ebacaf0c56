import { expect, test } from 'vitest';
import { syncDevice, liveCount, synced, writesOf } from '../../support/sync-device.ts';

test.each(['plain', 'extended'] as const)(
  'at the first connection with a %s server, a memory in the trash here doesn’t delete an equal memory on the server',
  async (kind) => {
    const { server } = await synced(kind, 1);
    const one = syncDevice(kind);
    one.server = server;
    const id = await one.save('note 0');
    await one.edit(id, { deletedAt: '2026-01-01T00:00:00.000Z' });
    for (let round = 0; round < 3; round++) await one.round();
    expect(writesOf(one)).toEqual([]);
    expect(server.liveMemories()).toHaveLength(1);
    expect(liveCount(one)).toBe(1);
    expect(one.disk.memories.get(id)?.deletedAt).not.toBeNull();
  },
);

const unstorable = 'a\u0000b';

test('a text that can’t be stored here is recorded once, not in every round', async () => {
  const one = await synced('plain', 1);
  one.server.put({ content: unstorable, tags: [] });
  await one.round();
  await one.round();
  const before = one.disk.writes;
  await one.round();
  expect(one.disk.writes).toBe(before);
  expect([...one.disk.items.values()].filter(({ unfit }) => unfit !== null)).toHaveLength(1);
});

test('a memory whose text on the server couldn’t be stored here for a while gets no conflict copy', async () => {
  const one = await synced('plain', 1);
  const [known] = one.server.liveMemories();
  one.server.put({ ...known!, content: unstorable });
  await one.round();
  expect([...one.disk.memories.values()].map(({ content }) => content)).toEqual(['note 0']);
  one.server.put({ ...known!, content: 'storable again' });
  await one.round();
  expect([...one.disk.memories.values()].map(({ content }) => content)).toEqual(['storable again']);
});

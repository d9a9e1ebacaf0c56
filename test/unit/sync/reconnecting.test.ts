import { expect, test } from 'vitest';
import { newLink } from '../../../src/sync/confirm.ts';
import { liveCount, syncDevice, writeElsewhere, type SyncDevice } from '../../support/sync-device.ts';

const long = 'a long text '.repeat(3_000).trim();

async function rounds(one: SyncDevice, count: number): Promise<void> {
  for (let round = 0; round < count; round++) await one.round();
}

/** Forgets the server, as disconnecting does, and connects to it again. */
async function reconnect(one: SyncDevice): Promise<void> {
  const { store, address, token } = one.parts();
  await store.write(async (writer) => {
    await writer.forgetServer();
    await writer.putLink(newLink({ address, token }));
  });
  one.restart();
}

test.each([
  ['extended', 'nothing'],
  ['plain', 'nothing'],
  ['plain', 'trims and lower-cases tags'],
  ['plain', 'cuts content and tags'],
] as const)(
  'connecting a device again doubles nothing on a server of the kind %s that rewrites %s',
  async (...server) => {
    const [kind, rewrites] = server;
    const one = syncDevice(kind, 100, { rewrites });
    const [short, whole] = [await one.save('note'), await one.save(long)];
    const tags = Array.from({ length: 32 }, (_, index) => `Tag ${index}`);
    await one.edit(short, { tags });
    await rounds(one, 3);
    expect(one.server.liveMemories()).toHaveLength(2);
    const there = one.server.liveMemories().find(({ content }) => content === 'note')!;
    writeElsewhere(one, 'PATCH', `/memories/${there.id}`, { tags: [...there.tags.slice(1), 'from elsewhere'] });
    await reconnect(one);
    await rounds(one, 3);
    expect(one.server.liveMemories()).toHaveLength(2);
    expect(liveCount(one)).toBe(2);
    expect(one.disk.memories.get(whole)?.content).toBe(long);
    expect(one.disk.memories.get(short)?.tags).toEqual(expect.arrayContaining(tags));
  },
);

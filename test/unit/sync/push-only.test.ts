import { describe, expect, test } from 'vitest';
import { DiskWriter } from '../../simulation/device-store.ts';
import { syncDevice, liveCount, writeElsewhere, type SyncDevice } from '../../support/sync-device.ts';

const serverTexts = ({ server }: SyncDevice) =>
  server
    .liveMemories()
    .map(({ content }) => content)
    .sort();

/** The memories here, including those in the trash. */
const here = ({ disk }: SyncDevice) =>
  [...disk.memories.values()].map(({ content, tags, collection, deletedAt }) => ({
    content,
    tags,
    collection,
    deletedAt,
  }));

const remoteOf = ({ disk }: SyncDevice, id: string) => disk.items.get(id)!.remote!;

async function rounds(one: SyncDevice, count = 4): Promise<void> {
  for (let round = 0; round < count; round++) {
    one.now += 130_000;
    expect((await one.round()).stopped).toBeNull();
  }
}

async function sending(kind: 'plain' | 'extended', ...texts: string[]): Promise<{ one: SyncDevice; ids: string[] }> {
  const one = syncDevice(kind);
  one.disk.state.set('link', { ...one.link(), mode: 'push' });
  const ids: string[] = [];
  for (const text of texts) ids.push(await one.save(text));
  return { one, ids };
}

describe.each(['plain', 'extended'] as const)('a device that only sends to a %s server', (kind) => {
  test('sends everything, and takes neither memories nor collections', async () => {
    const { one } = await sending(kind, 'only here', 'both');
    writeElsewhere(one, 'POST', '/collections', { name: 'Theirs' });
    writeElsewhere(one, 'POST', '/memories', { content: 'only there', collection: 'Theirs' });
    writeElsewhere(one, 'POST', '/memories', { content: 'both' });
    const before = here(one);
    await rounds(one);
    expect(here(one)).toEqual(before);
    expect(one.disk.collections.size).toBe(0);
    expect(serverTexts(one)).toEqual(['both', 'only here', 'only there']);
  });

  test('sends edits, and overwrites nothing that was edited on the server', async () => {
    const { one, ids } = await sending(kind, 'first', 'second', 'third');
    await rounds(one);
    await one.edit(ids[0]!, { content: 'first, edited here' });
    for (const [index, text] of [
      [1, 'second, edited there'],
      [2, 'third, edited there'],
    ] as const)
      writeElsewhere(one, 'PATCH', `/memories/${remoteOf(one, ids[index]!)}`, { content: text });
    await one.edit(ids[2]!, { content: 'third, edited here' });
    const before = here(one);
    await rounds(one);
    expect(here(one)).toEqual(before);
    const all = ['first, edited here', 'second, edited there', 'third, edited here', 'third, edited there'];
    expect(serverTexts(one)).toEqual(all);
    await one.edit(ids[1]!, { content: 'second, edited here' });
    await rounds(one);
    expect(serverTexts(one)).toEqual([...all, 'second, edited here'].sort());
  });

  test('keeps tags that were added on the server, and adds its own', async () => {
    const { one, ids } = await sending(kind, 'tagged');
    await rounds(one);
    writeElsewhere(one, 'PATCH', `/memories/${remoteOf(one, ids[0]!)}`, { tags: ['theirs'] });
    await rounds(one);
    expect(here(one)).toMatchObject([{ tags: [] }]);
    await new DiskWriter(one.disk).putMemory({ ...one.disk.memories.get(ids[0]!)!, tags: ['mine'], tagKeys: ['mine'] });
    one.disk.commit();
    await rounds(one);
    expect(here(one)).toMatchObject([{ tags: ['mine'] }]);
    expect(one.server.liveMemories()).toMatchObject([{ tags: ['theirs', 'mine'] }]);
  });

  test('sends again what the server lost, without asking', async () => {
    const { one } = await sending(kind, 'first', 'second', 'third', 'fourth', 'fifth');
    await rounds(one);
    one.server = syncDevice(kind).server;
    one.disk.state.set('link', { ...one.link(), since: null });
    await rounds(one, 6);
    expect(liveCount(one)).toBe(5);
    expect(serverTexts(one)).toEqual(['fifth', 'first', 'fourth', 'second', 'third']);
  });
});

test('a device that only sends takes over no deletion from the server, but deletes there what was deleted here', async () => {
  const { one, ids } = await sending('extended', 'deleted here', 'deleted there');
  await rounds(one);
  await one.edit(ids[0]!, { deletedAt: new Date(one.now).toISOString() });
  writeElsewhere(one, 'DELETE', `/memories/${remoteOf(one, ids[1]!)}`);
  await rounds(one);
  expect(serverTexts(one)).toEqual([]);
  expect(liveCount(one)).toBe(1);
  await one.edit(ids[1]!, { content: 'edited since' });
  await rounds(one);
  expect(serverTexts(one)).toEqual(['edited since']);
});

import { expect, test } from 'vitest';
import { overviewOf } from '../../../src/extension/sync/overview.ts';
import { duplicateTag } from '../../../src/sync/fields.ts';
import { syncDevice, liveCount, writeElsewhere, type SyncDevice } from '../../support/sync-device.ts';

test('counts the duplicates that are hidden here, until the server no longer has them', async () => {
  const one = syncDevice('plain');
  const counts = async () => (await overviewOf(one.parts().store, async () => {})).counts;
  await one.save('once');
  await one.round();
  expect(await counts()).toMatchObject({ synced: 1, hidden: 0 });
  // Imitates a request that arrives a second time.
  const { id } = writeElsewhere(one, 'POST', '/memories', { content: 'once' });
  await one.round();
  expect(liveCount(one)).toBe(1);
  expect(await counts()).toMatchObject({ synced: 1, hidden: 1, waiting: 0 });
  one.answer = ({ method, path }, carryOut) => {
    const answer = carryOut();
    if (path === `/memories/${id}`) return { status: 404, body: { error: { code: 'not_found', message: 'No.' } } };
    const body = answer.body as { memories?: { id: string }[] };
    if (method !== 'GET' || body.memories === undefined) return answer;
    return { ...answer, body: { ...body, memories: body.memories.filter((memory) => memory.id !== id) } };
  };
  for (let round = 0; round < 6; round++) {
    one.now += 120_000;
    await one.round();
  }
  expect(await counts()).toMatchObject({ synced: 1, hidden: 0 });
});

test('hides a duplicate, even if the server lists the duplicate before the original', async () => {
  const device = syncDevice('plain');
  const { id } = writeElsewhere(device, 'POST', '/memories', { content: 'once' });
  device.now += 1_000;
  writeElsewhere(device, 'POST', '/memories', { content: 'once', tags: duplicateTag(id) });
  await device.round();
  expect(liveCount(device)).toBe(1);
});

/** Two devices and a server that has a memory of the first device twice. Only the second device has read both. */
async function withDuplicate() {
  const one = syncDevice('plain');
  const first = await one.save('once');
  await one.round();
  const original = one.server.liveMemories()[0]!.id;
  // Imitates a request that arrives a second time.
  const { id } = writeElsewhere(one, 'POST', '/memories', { content: 'once' });
  const two = syncDevice('plain');
  two.server = one.server;
  await two.round();
  return { one, two, first, original, id };
}

const shownOn = ({ disk }: SyncDevice) =>
  [...disk.memories.values()].filter(({ deletedAt }) => deletedAt === null).map(({ content, tags }) => [content, tags]);

test('gives a tag that another device adds to a duplicate to the memory, and keeps the duplicate hidden', async () => {
  const { one, two, first, original, id } = await withDuplicate();
  expect(liveCount(two)).toBe(2);
  await one.round();
  const tagsThere = (remote: string) => one.server.liveMemories().find((memory) => memory.id === remote)?.tags;
  expect(tagsThere(id)).toEqual(duplicateTag(original));
  // The other device hasn't read the mark yet, so its edit removes it: a plain server has no If-Match.
  writeElsewhere(one, 'PATCH', `/memories/${id}`, { tags: ['green'] });
  for (let round = 0; round < 3; round++)
    for (const device of [one, two]) {
      one.now = two.now += 120_000;
      await device.round();
    }
  for (const device of [one, two]) expect(shownOn(device)).toEqual([['once', ['green']]]);
  expect(one.disk.memories.get(first)?.tags).toEqual(['green']);
  expect(tagsThere(original)).toEqual(['green']);
  expect(tagsThere(id)).toEqual(['green', ...duplicateTag(original)]);
});

test('gives a tag that was added here to a duplicate, before its mark was read, to the memory', async () => {
  const { one, two, id } = await withDuplicate();
  const duplicate = [...two.disk.items.values()].find(({ remote }) => remote === id)!;
  await two.edit(duplicate.id, { tags: ['green'] });
  await one.round();
  for (const device of [two, one]) {
    one.now = two.now += 120_000;
    await device.round();
  }
  for (const device of [one, two]) expect(shownOn(device)).toEqual([['once', ['green']]]);
});

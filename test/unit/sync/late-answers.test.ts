import { expect, test } from 'vitest';
import { DiskWriter } from '../../simulation/device-store.ts';
import { liveCount, syncDevice, writeElsewhere, type SyncDevice } from '../../support/sync-device.ts';

/** A device that got a 502 for a memory that the server stored. Another client then changed the memory to `text`. */
async function createdAndEdited(text: string): Promise<SyncDevice> {
  const one = syncDevice('extended');
  await one.save('first');
  one.answer = ({ method }, carryOut) => {
    const response = carryOut();
    return method === 'POST' ? { status: 502, body: undefined } : response;
  };
  await one.round();
  const [created] = one.server.liveMemories();
  one.server.put({ id: created!.id, content: text, tags: [] });
  // The create is repeated before the feed is read, and again gets a 502.
  await one.round();
  one.answer = (_, carryOut) => carryOut();
  return one;
}

test('if a create is answered only after another client edited the memory, both sides keep the edit', async () => {
  const one = await createdAndEdited('edited elsewhere');
  for (let round = 0; round < 2; round++) await one.round();
  const shown = [...one.disk.memories.values()].filter(({ deletedAt }) => deletedAt === null);
  expect(shown.map(({ content }) => content)).toEqual(['edited elsewhere']);
  expect(one.server.liveMemories().map(({ content }) => content)).toEqual(['edited elsewhere']);
});

test('if a create is answered only after the memory got a text that can’t be stored here, sync records the reason', async () => {
  const one = await createdAndEdited('with a \u0000 in it');
  for (let round = 0; round < 2; round++) await one.round();
  expect(liveCount(one)).toBe(1);
  expect([...one.disk.items.values()].map(({ remote, unfit }) => [remote !== null, unfit !== null])).toContainEqual([
    true,
    true,
  ]);
  expect(one.server.liveMemories().map(({ content }) => content)).toEqual(['with a \u0000 in it']);
});

test.each([{ isDeleted: false }, { isDeleted: true }])(
  'after a 502 for a create that a plain server carried out, both sides have the tags that another client added: %o',
  async ({ isDeleted }) => {
    const one = syncDevice('plain');
    const id = await one.save('first');
    one.answer = ({ method }, carryOut) => {
      const response = carryOut();
      return method === 'POST' ? { status: 502, body: undefined } : response;
    };
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    one.now += 1_000;
    writeElsewhere(one, 'PATCH', `/memories/${one.server.liveMemories()[0]!.id}`, { tags: ['blue'] });
    // Deletes the memory for good here before sync finds out that the create arrived. The edit on the server wins.
    if (isDeleted) {
      new DiskWriter(one.disk).eraseMemory(id, new Date(one.now).toISOString());
      one.disk.commit();
    }
    await one.round();
    const shown = [...one.disk.memories.values()].filter(({ deletedAt }) => deletedAt === null);
    expect(shown.map(({ content, tags }) => [content, tags])).toEqual([['first', ['blue']]]);
    expect(one.server.liveMemories()).toMatchObject([{ content: 'first', tags: ['blue'] }]);
  },
);

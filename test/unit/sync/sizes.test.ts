import { describe, expect, test } from 'vitest';
import { memorySyncOf } from '../../../src/extension/sync/memory-sync.ts';
import { limits } from '../../../src/v1/limits.ts';
import { syncDevice, liveCount, synced, writeElsewhere, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const large = 'A line of 40 characters with a few words. '.repeat(5_000).slice(0, 200_000).trimEnd();
const longest = 'x'.repeat(limits.contentBytes);
const tagged = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);

async function rounds(one: SyncDevice, count = 4): Promise<void> {
  for (let round = 0; round < count; round++) {
    one.now += 180_000;
    await one.round();
  }
}

const here = ({ disk }: SyncDevice) => [...disk.memories.values()].map(({ content, tags }) => ({ content, tags }));
const onServer = ({ server }: SyncDevice) => server.liveMemories().map(({ content, tags }) => ({ content, tags }));
const idOf = ({ disk }: SyncDevice) => [...disk.memories.keys()][0]!;
const statusOf = (one: SyncDevice) => one.parts().store.read((reader) => memorySyncOf(reader, idOf(one), []));

/** Asserts that, after more rounds, both sides are as expected, and that these rounds send no writes. */
async function expectIdle(
  one: SyncDevice,
  expected: { here: ReturnType<typeof here>; there: ReturnType<typeof onServer> },
) {
  one.sent.length = 0;
  await rounds(one);
  expect(here(one)).toEqual(expected.here);
  expect(onServer(one)).toEqual(expected.there);
  expect(writesOf(one)).toEqual([]);
}

describe('a text of 200 kB on the server', () => {
  const reason = { kind: 'unfit', reason: 'Its text is longer than 64 KiB.' };

  test('stays complete on the server, and is listed here with the reason', async () => {
    const one = syncDevice('plain');
    writeElsewhere(one, 'POST', '/memories', { content: large });
    await rounds(one);
    expect(liveCount(one)).toBe(0);
    expect([...one.disk.items.values()].map(({ unfit }) => unfit)).toEqual([reason.reason]);
    await expectIdle(one, { here: [], there: [{ content: large, tags: [] }] });
  });

  test('that replaces a shorter text leaves the text here, is listed with the reason, and survives an edit here', async () => {
    const one = await synced('plain', 1);
    const { id } = one.server.liveMemories()[0]!;
    writeElsewhere(one, 'PATCH', `/memories/${id}`, { content: large });
    await rounds(one);
    expect(await statusOf(one)).toEqual(reason);
    await one.edit(idOf(one), { content: 'edited here' });
    await expectIdle(one, {
      here: [{ content: 'edited here', tags: [] }],
      there: [{ content: large, tags: [] }],
    });
    // Once the server's text fits, both edits are kept.
    writeElsewhere(one, 'PATCH', `/memories/${id}`, { content: 'short again' });
    await rounds(one);
    expect(
      here(one)
        .map(({ content }) => content)
        .sort(),
    ).toEqual(['edited here', 'short again']);
  });
});

test('of 50 tags on the server, 32 are here, and removing a tag here removes only that tag on the server', async () => {
  const one = syncDevice('plain');
  writeElsewhere(one, 'POST', '/memories', { content: 'tagged', tags: tagged(50) });
  await rounds(one);
  expect(here(one)).toEqual([{ content: 'tagged', tags: tagged(limits.tags) }]);
  await one.edit(idOf(one), { content: 'edited', tags: tagged(limits.tags).slice(1) });
  await rounds(one);
  expect(onServer(one)[0]!.content).toBe('edited');
  expect(onServer(one)[0]!.tags.toSorted()).toEqual(tagged(50).slice(1).toSorted());
});

test('of the tags A and a on the server, only A is here, and an edit here removes neither tag on the server', async () => {
  const one = syncDevice('plain');
  writeElsewhere(one, 'POST', '/memories', { content: 'tagged', tags: ['A', 'a'] });
  await rounds(one);
  expect(here(one)).toEqual([{ content: 'tagged', tags: ['A'] }]);
  await one.edit(idOf(one), { content: 'edited', tags: ['A', 'b'] });
  await rounds(one);
  await expectIdle(one, {
    here: [{ content: 'edited', tags: ['A', 'b'] }],
    there: [{ content: 'edited', tags: ['A', 'a', 'b'] }],
  });
});

describe('a memory that the server changes or refuses', () => {
  const whole = { content: longest, tags: tagged(limits.tags) };
  const saved = async (one: SyncDevice) => {
    await one.edit(await one.save(longest), { tags: whole.tags });
    return one;
  };

  test('with the longest text and the most tags stays complete here, although the server cuts it', async () => {
    const one = await saved(syncDevice('plain', 100, { rewrites: 'cuts content and tags' }));
    await rounds(one);
    const [cut] = onServer(one);
    expect(cut!.content.length).toBeLessThan(longest.length);
    expect(cut!.tags.length).toBeLessThan(limits.tags);
    await expectIdle(one, { here: [whole], there: [cut!] });
    // Control: changes of another device on the server arrive.
    writeElsewhere(one, 'PATCH', `/memories/${one.server.liveMemories()[0]!.id}`, { content: 'written there' });
    await rounds(one);
    expect(here(one).map(({ content }) => content)).toContain('written there');
  });

  test('keeps its spelling of tags here, although the server lower-cases them', async () => {
    const one = syncDevice('plain', 100, { rewrites: 'trims and lower-cases tags' });
    await one.edit(await one.save('tagged'), { tags: ['A', 'Montaigne'] });
    await rounds(one);
    await expectIdle(one, {
      here: [{ content: 'tagged', tags: ['A', 'Montaigne'] }],
      there: [{ content: 'tagged', tags: ['a', 'montaigne'] }],
    });
  });

  test('stays here with the server’s reason if the server refuses it, and other memories are sent', async () => {
    const one = await saved(syncDevice('plain'));
    const error = { code: 'payload_too_large', message: 'At most 10 kB.' };
    one.answer = ({ body = '' }, carryOut) => (body.length > 10_000 ? { status: 413, body: { error } } : carryOut());
    await one.save('short');
    await rounds(one);
    expect(await statusOf(one)).toEqual({ kind: 'refused', reason: error.message });
    await expectIdle(one, { here: [whole, { content: 'short', tags: [] }], there: [{ content: 'short', tags: [] }] });
  });
});

test.each([30, 31, 100])(
  'a text with %i combining marks in a row stays as it is here, and in NFC on a server that stores NFC',
  async (marks) => {
    const text = `a${'\u0301\u0316'.repeat(marks / 2)}${'\u0301'.repeat(marks % 2)} and more`;
    const one = syncDevice('plain');
    one.answer = (request, carryOut) => {
      if (request.body !== undefined) Object.assign(request, { body: request.body.normalize('NFC') });
      return carryOut();
    };
    await one.save(text);
    await rounds(one);
    await expectIdle(one, {
      here: [{ content: text, tags: [] }],
      there: [{ content: text.normalize('NFC'), tags: [] }],
    });
    await one.edit(idOf(one), { content: `${text} here` });
    await rounds(one);
    await expectIdle(one, {
      here: [{ content: `${text} here`, tags: [] }],
      there: [{ content: `${text} here`.normalize('NFC'), tags: [] }],
    });
  },
);

import { describe, expect, test, vi } from 'vitest';
import { duplicateTag } from '../../../src/sync/fields.ts';
import { Names } from '../../../src/sync/names.ts';
import type { Round } from '../../../src/sync/parts.ts';
import { noteDenied } from '../../../src/sync/sweep.ts';
import { DiskWriter } from '../../simulation/device-store.ts';
import { runRounds, serverTexts } from '../../support/sync-collections.ts';
import { liveCount, syncDevice, writeElsewhere, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const remoteOf = ({ server }: SyncDevice, text: string) =>
  server.liveMemories().find(({ content }) => content === text)!.id;

const here = ({ disk }: SyncDevice, isDeleted: boolean) =>
  [...disk.memories.values()]
    .filter(({ deletedAt }) => (deletedAt !== null) === isDeleted)
    .map(({ content }) => content)
    .toSorted();

/** A device with six memories. The server has the memory `id` twice: as `primary` and as `duplicate`. */
async function withDuplicate(kind: 'plain' | 'extended') {
  const one = syncDevice(kind);
  // Keeps the duplicate on the server: without etags, the device can't use `If-Match`, and so deletes nothing there.
  one.hidesOffers = 'etag';
  const id = await one.save('once');
  for (let n = 0; n < 5; n++) await one.save(`other ${n}`);
  await runRounds(2, one);
  const primary = remoteOf(one, 'once');
  const { id: duplicate } = writeElsewhere(one, 'POST', '/memories', { content: 'once', tags: duplicateTag(primary) });
  await runRounds(2, one);
  expect(liveCount(one)).toBe(6);
  return { one, id, primary, duplicate };
}

describe.each(['plain', 'extended'] as const)('a memory that is gone from a %s server', (kind) => {
  test('is replaced by its hidden duplicate', async () => {
    const { one, id, primary, duplicate } = await withDuplicate(kind);
    one.server.erase(primary);
    await runRounds(8, one);
    expect(one.disk.memories.get(id)).toMatchObject({ content: 'once', tags: [], deletedAt: null });
    expect(one.disk.items.get(id)).toMatchObject({ remote: duplicate, due: 0 });
    expect(liveCount(one)).toBe(6);
    expect(one.server.liveMemories().flatMap(({ tags }) => tags)).toEqual([]);
    expect((await one.round({ verifies: true })).verification).toMatchObject({ same: true, count: 6 });
  });

  test('keeps an edit made here', async () => {
    const { one, id, primary } = await withDuplicate(kind);
    one.server.erase(primary);
    await one.edit(id, { content: 'edited' });
    await runRounds(8, one);
    expect(here(one, false)).toEqual(serverTexts(one).toSorted());
    expect(here(one, false)).toContain('edited');
  });

  test('goes to the trash if the duplicate is gone, too', async () => {
    const { one, primary, duplicate } = await withDuplicate(kind);
    one.server.erase(primary);
    one.server.erase(duplicate);
    one.sent.length = 0;
    await runRounds(8, one);
    expect(here(one, true)).toEqual(['once']);
    expect(liveCount(one)).toBe(5);
    expect(writesOf(one)).toEqual([]);
  });

  test('goes to the trash, and its duplicate is shown, if the two texts differ', async () => {
    const { one, id, primary } = await withDuplicate(kind);
    await one.edit(id, { content: 'edited' });
    await runRounds(2, one);
    one.server.erase(primary);
    await runRounds(4, one);
    await one.round({ verifies: true });
    await runRounds(4, one);
    expect(here(one, true)).toEqual(['edited']);
    expect(here(one, false)).toEqual(serverTexts(one).toSorted());
  });

  test('isn’t replaced by its duplicate if it is in the trash here', async () => {
    const { one, id, primary } = await withDuplicate(kind);
    await one.edit(id, { deletedAt: new Date(one.now).toISOString() });
    await runRounds(2, one);
    one.server.erase(primary);
    await runRounds(8, one);
    expect(liveCount(one)).toBe(5);
  });
});

describe('all items are searched for duplicates only after the server has twice denied having a memory', () => {
  /** How often all items are read while `work` runs. */
  async function scansIn(work: () => Promise<unknown>): Promise<number> {
    const items = vi.spyOn(DiskWriter.prototype, 'items');
    await work();
    const count = items.mock.calls.length;
    items.mockRestore();
    return count;
  }

  test('at least a minute apart', async () => {
    const { one, id } = await withDuplicate('plain');
    const round: Round = {
      parts: one.parts(),
      link: one.link(),
      names: new Names([]),
      readIds: new Set(),
      erased: 0,
      forbidden: 0,
      hasAnswered: true,
      failures: 0,
      swept: null,
      isOver: () => false,
    };
    const scans = [0, 59_999, 60_000].map((ms) => () => scansIn(() => noteDenied(round, id, one.now + ms)));
    expect(await scans[0]!()).toBe(0);
    expect(await scans[1]!()).toBe(0);
    expect(await scans[2]!()).toBe(1);
  });

  test('by leaving the memory out of its list', async () => {
    const { one, primary } = await withDuplicate('plain');
    const usual = await scansIn(() => runRounds(1, one));
    one.server.erase(primary);
    const scans = [];
    for (let n = 0; n < 3; n++) scans.push(await scansIn(() => runRounds(1, one)));
    expect(scans).toEqual([usual, usual, usual + 1]);
  });
});

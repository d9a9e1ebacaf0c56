import { describe, expect, test } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { fingerprintCache } from '../../../src/service/fingerprints.ts';
import type { ChangeFeed } from '../../../src/service/ports/keyword-index.ts';
import { feedsOf } from '../../../src/service/search/feed.ts';
import { fingerprintOf, fingerprintText } from '../../../src/v1/fingerprint.ts';
import type { Memory } from '../../../src/v1/schemas/memory.ts';
import { localOwner } from '../../../src/service/vouched.ts';
import { testService, type TestService } from '../../support/service.ts';

const dayMs = 24 * 60 * 60_000;

async function countedFeed(host: TestService) {
  const feed = await feedsOf(host.store)(localOwner);
  const counted = {
    read: 0,
    feed: {
      ...feed,
      changes: async (seq: number, limit: number) => {
        const page = await feed.changes(seq, limit);
        counted.read += page.length;
        return page;
      },
    } satisfies ChangeFeed,
  };
  return counted;
}

const create = async (host: TestService, content: string): Promise<Memory> =>
  (await host.send('POST', '/memories', { content })).body;

describe('the fingerprints of a store', () => {
  const newHost = () => testService(inMemoryStore());

  test('read each text once, and a changed text again', async () => {
    const host = newHost();
    const memories = [await create(host, 'one'), await create(host, 'two'), await create(host, 'three')];
    const counted = await countedFeed(host);
    const fingerprintsOf = fingerprintCache();
    const now = host.clock.now();
    await fingerprintsOf(localOwner, counted.feed, now);
    await fingerprintsOf(localOwner, counted.feed, now);
    expect(counted.read).toBe(3);
    await host.send('PATCH', `/memories/${memories[1]!.id}`, { content: 'changed' });
    const found = await fingerprintsOf(localOwner, counted.feed, now);
    expect(counted.read).toBe(4);
    const contents = ['one', 'changed', 'three'];
    expect(found.map(({ id, fingerprint }) => [id, fingerprintText(fingerprint)])).toEqual(
      memories.map((memory, index) => [
        memory.id,
        fingerprintText(fingerprintOf({ ...memory, content: contents[index]! })),
      ]),
    );
  });

  test('leave out a memory while it is in the trash, and after it is deleted for good', async () => {
    const host = newHost();
    const { feed } = await countedFeed(host);
    const fingerprintsOf = fingerprintCache();
    const found = async () => (await fingerprintsOf(localOwner, feed, host.clock.now())).length;
    const { id } = await create(host, 'one');
    expect(await found()).toBe(1);
    await host.send('DELETE', `/memories/${id}`);
    expect(await found()).toBe(0);
    await host.send('POST', `/memories/${id}/restore`);
    expect(await found()).toBe(1);
    await host.send('DELETE', `/memories/${id}?permanent=true`);
    expect(await found()).toBe(0);
  });

  test('are computed again for another store, and for an older copy of the same store', async () => {
    const [host, other] = [newHost(), newHost()];
    const fingerprintsOf = fingerprintCache();
    await create(host, 'one');
    await create(host, 'two');
    await create(other, 'three');
    const [first, second] = [await countedFeed(host), await countedFeed(other)];
    const found = async (feed: ChangeFeed) => (await fingerprintsOf(localOwner, feed, 0)).length;
    expect(await found(first.feed)).toBe(2);
    expect(await found(second.feed)).toBe(1);
    expect(await found(first.feed)).toBe(2);
    expect(await found({ ...second.feed, store: first.feed.store })).toBe(1);
  });

  test.each([
    ['after a day without a request', 10, dayMs + 1],
    ['if there are too many', 3, 0],
  ])('are dropped %s', async (_, most, pauseMs) => {
    const host = newHost();
    await create(host, 'one');
    await create(host, 'two');
    const counted = await countedFeed(host);
    const fingerprintsOf = fingerprintCache(most);
    const request = (owner: string, now: number) => fingerprintsOf(owner, counted.feed, now);
    await request('ann', 0);
    await request('bea', 0);
    const { read } = counted;
    await request('bea', 0);
    expect(counted.read).toBe(read);
    await request('ann', pauseMs);
    expect(counted.read).toBe(read + 2);
  });
});

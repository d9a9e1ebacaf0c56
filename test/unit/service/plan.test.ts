import { beforeEach, describe, expect, it } from 'vitest';
import { localOwner } from '../../../src/service/vouched.ts';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

describe.each(stores)('the free plan on %s', (_, make) => {
  let host: TestService;

  beforeEach(async () => {
    host = testService(make());
    await host.store.write(localOwner, (writer) => writer.setPlan('free'));
  });

  const save = (content: string, headers = {}) => host.send('POST', '/memories', { content }, { headers });
  const usage = async () => (await host.send('GET', '/usage')).body;

  it('allows ten transactions per UTC day, and more after midnight', async () => {
    host.clock.set('2026-03-02T23:59:00.000Z');
    for (let count = 0; count < 10; count++) expect((await save(`note ${count}`)).status).toBe(201);
    const refused = await save('one too many');
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ code: 'quota_exceeded', retryAfter: 60 });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await usage()).toMatchObject({
      plan: 'free',
      memories: { used: 10, limit: 200 },
      transactionsToday: { used: 10, limit: 10 },
    });
    host.clock.advance(60);
    expect((await usage()).transactionsToday).toEqual({ used: 0, limit: 10 });
    expect((await save('a new day')).status).toBe(201);
  });

  it('counts only changes of memories and collections', async () => {
    const collection = (await host.send('POST', '/collections', { name: 'House' })).body;
    const memory = (await save('boiler')).body;
    await host.send('PATCH', `/memories/${memory.id}`, { collection: 'house' });
    await host.send('PATCH', `/collections/${collection.id}`, { name: 'Home' });
    expect((await usage()).transactionsToday.used).toBe(4);

    await host.send('PATCH', `/memories/${memory.id}`, { content: 'boiler', collection: 'home' });
    await host.send('PATCH', `/collections/${collection.id}`, { name: 'Home' });
    await host.send('POST', '/memories', { content: '' });
    await host.send('POST', '/collections', { name: 'HOME' });
    await host.send('DELETE', '/memories/mem_00000000000000000000000000');
    await host.send('POST', '/memories/search', { query: 'boiler' });
    await host.send('GET', '/memories');
    await host.token({ scopes: ['memories:read'] });
    expect((await usage()).transactionsToday.used).toBe(4);
  });

  it('allows 200 memories outside the trash, and refuses to restore one more', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 200; count++) {
      if (count % 10 === 0) host.clock.advance(86_400);
      ids.push((await save(`note ${count}`)).body.id);
    }
    host.clock.advance(86_400);
    const full = await save('the 201st');
    expect(full.status).toBe(403);
    expect(full.body.error.code).toBe('quota_exceeded');
    expect(full.body.error.retryAfter).toBeUndefined();
    expect((await usage()).transactionsToday.used).toBe(0);

    await host.send('DELETE', `/memories/${ids[0]}`);
    expect((await usage()).memories.used).toBe(199);
    expect((await save('in its place')).status).toBe(201);
    const restored = await host.send('POST', `/memories/${ids[0]}/restore`);
    expect(restored.status).toBe(403);
    expect(restored.body.error.code).toBe('quota_exceeded');
  });

  it('refunds a save undone within 60 seconds, even with no transactions left', async () => {
    for (let count = 0; count < 9; count++) await save(`note ${count}`);
    const last = (await save('a slip')).body;
    expect((await usage()).transactionsToday.used).toBe(10);
    host.clock.advance(60);
    expect((await host.send('DELETE', `/memories/${last.id}`)).status).toBe(204);
    expect((await usage()).transactionsToday.used).toBe(9);
  });

  it('charges a deletion more than 60 seconds after the save', async () => {
    const memory = (await save('kept a while')).body;
    host.clock.advance(60.001);
    expect((await host.send('DELETE', `/memories/${memory.id}`)).status).toBe(204);
    expect((await usage()).transactionsToday.used).toBe(2);
  });

  it('refunds a transaction only once', async () => {
    const memory = (await save('back and forth')).body;
    await host.send('DELETE', `/memories/${memory.id}`);
    await host.send('POST', `/memories/${memory.id}/restore`);
    await host.send('DELETE', `/memories/${memory.id}`);
    expect((await usage()).transactionsToday.used).toBe(2);
  });

  it('refunds at most ten transactions a day, so that saving and undoing in turn can’t fill the trash', async () => {
    let saved = 0;
    for (let round = 0; round < 400; round++) {
      const { status, body } = await save(`note ${round}`);
      if (status !== 201) continue;
      saved += 1;
      expect((await host.send('DELETE', `/memories/${body.id}`)).status).toBe(204);
    }
    expect(saved).toBe(20);
    expect((await host.send('GET', '/memories?deleted=true&limit=100')).body.memories).toHaveLength(20);
    expect((await usage()).transactionsToday.used).toBe(10);
    host.clock.advance(86_400);
    const { id } = (await save('the next day')).body;
    await host.send('DELETE', `/memories/${id}`);
    expect((await usage()).transactionsToday.used).toBe(0);
  });

  it('refunds at most ten a day even if saves are undone concurrently', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 30; count++) {
      const { status, body } = await save(`note ${count}`);
      if (status === 201) ids.push(body.id);
      else await Promise.all(ids.splice(0).map((id) => host.send('DELETE', `/memories/${id}`)));
    }
    expect((await host.send('GET', '/memories?deleted=true&limit=100')).body.memories.length + ids.length).toBe(20);
  });

  it('charges the restore of an undone save like the save', async () => {
    let live = 0;
    for (let round = 0; round < 30; round++) {
      const { status, body } = await save(`note ${round}`);
      if (status !== 201) continue;
      await host.send('DELETE', `/memories/${body.id}`);
      live += Number((await host.send('POST', `/memories/${body.id}/restore`)).status === 200);
    }
    expect(live).toBe(10);
    expect((await usage()).transactionsToday.used).toBe(10);
  });

  it('doesn’t refund a save that is undone the next day', async () => {
    host.clock.set('2026-03-02T23:59:50.000Z');
    const memory = (await save('before midnight')).body;
    host.clock.advance(20);
    await save('after midnight');
    await host.send('DELETE', `/memories/${memory.id}`);
    expect((await usage()).transactionsToday.used).toBe(1);
  });

  it('allows today’s transactions even if a later day’s transactions were used up while the clock was ahead', async () => {
    host.clock.advance(365 * 86_400);
    for (let count = 0; count < 10; count++) await save(`note ${count}`);
    expect((await save('one too many')).status).toBe(403);
    host.clock.advance(-365 * 86_400);
    expect((await usage()).transactionsToday).toEqual({ used: 0, limit: 10 });
    for (let count = 0; count < 10; count++) expect((await save(`today ${count}`)).status).toBe(201);
    expect((await save('one too many')).status).toBe(403);
    host.clock.advance(86_400);
    expect((await save('tomorrow')).status).toBe(201);
  });

  it('refuses a process whose clock is still before midnight if the new day’s transactions are used up', async () => {
    host.clock.set('2026-03-03T00:00:01.000Z');
    for (let count = 0; count < 10; count++) await save(`note ${count}`);
    host.clock.advance(-2);
    expect((await save('just before midnight')).status).toBe(403);
    expect((await usage()).transactionsToday).toEqual({ used: 10, limit: 10 });
    host.clock.advance(2);
    expect((await save('just after')).status).toBe(403);
  });

  it('refunds no save made while the clock was ahead', async () => {
    host.clock.advance(86_400);
    const { id } = (await save('tomorrow')).body;
    host.clock.advance(-86_400);
    await save('today');
    expect((await host.send('DELETE', `/memories/${id}`)).status).toBe(204);
    expect((await usage()).transactionsToday.used).toBe(2);
  });

  it('charges nothing for a replayed response', async () => {
    await save('once', { 'idempotency-key': 'k' });
    await save('once', { 'idempotency-key': 'k' });
    expect((await usage()).transactionsToday.used).toBe(1);
  });
});

describe.each(stores)('the unlimited plan on %s', (_, make) => {
  it('has no limit, but counts memories and transactions', async () => {
    const host = testService(make());
    for (let count = 0; count < 12; count++)
      expect((await host.send('POST', '/memories', { content: `note ${count}` })).status).toBe(201);
    expect((await host.send('GET', '/usage')).body).toMatchObject({
      plan: 'unlimited',
      memories: { used: 12, limit: null },
      transactionsToday: { used: 12, limit: null },
    });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const day = 86_400;

describe.each(stores)('the trash on %s', (_, make) => {
  let host: TestService;

  beforeEach(() => {
    host = testService(make());
  });

  const trashed = async () =>
    (await host.send('GET', '/memories?deleted=true')).body.memories.map(
      (memory: { content: string }) => memory.content,
    );

  it('keeps a memory for exactly 30 days', async () => {
    for (const content of ['old', 'young', 'live']) {
      const { id } = (await host.send('POST', '/memories', { content })).body;
      if (content === 'young') host.clock.advance(day);
      if (content !== 'live') await host.send('DELETE', `/memories/${id}`);
    }
    await host.passDays(29);
    expect(await trashed()).toEqual(['young', 'old']);
    host.clock.advance(1);
    await host.service.maintain();
    expect(await trashed()).toEqual(['young']);
    host.clock.advance(day);
    await host.service.maintain();
    expect(await trashed()).toEqual([]);
    expect((await host.send('GET', '/memories')).body.memories).toHaveLength(1);
  });

  it('purges a trash larger than one batch', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 250; count++)
      ids.push((await host.send('POST', '/memories', { content: `note ${count}` })).body.id);
    for (const id of ids) await host.send('DELETE', `/memories/${id}`);
    await host.passDays(31);
    expect(await trashed()).toEqual([]);
  });

  it('after a memory is deleted for good, repeating its restore with the same idempotency key gets 404', async () => {
    const headers = { 'idempotency-key': 'k' };
    const save = (content: string) => host.send('POST', '/memories', { content }, { headers });
    const { id } = (await save('secret')).body;
    await host.send('DELETE', `/memories/${id}`);
    await host.passDays(25);
    const restore = () => host.send('POST', `/memories/${id}/restore`, undefined, { headers });
    expect((await restore()).body.content).toBe('secret');
    await host.send('DELETE', `/memories/${id}`);
    expect((await restore()).headers.get('idempotency-replayed')).toBe('true');
    // Emptying the trash sends such a deletion for each memory.
    await host.send('DELETE', `/memories/${id}?permanent=true`);
    expect((await restore()).status).toBe(404);
    const row = await host.store.read('me', (reader) => reader.idempotency('builtin', 'restoreMemory', 'k'));
    expect(row).toMatchObject({ status: 404, headers: {}, body: null });
  });

  it('restores a memory without its collection if the collection was deleted in the meantime', async () => {
    await host.send('POST', '/collections', { name: 'House' });
    const { id, collection } = (await host.send('POST', '/memories', { content: 'boiler', collection: 'House' })).body;
    await host.send('DELETE', `/memories/${id}`);
    await host.send('DELETE', `/collections/${collection}`);
    expect((await host.send('POST', `/memories/${id}/restore`)).body).toMatchObject({ id, collection: null });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const day = 86_400;

describe.each(stores)('an idempotency key on %s', (_, make) => {
  let host: TestService;

  beforeEach(() => {
    host = testService(make());
  });

  const save = (content: string, key: string) =>
    host.send('POST', '/memories', { content }, { headers: { 'idempotency-key': key } });
  const count = async () => (await host.send('GET', '/usage')).body.memories.used;

  it('expires after seven days, even without maintenance', async () => {
    await host.passDays(1);
    const first = await save('once', 'k');
    await host.passDays(6);
    host.clock.advance(day - 1);
    const second = await save('once', 'k');
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    host.clock.advance(1);
    const later = await save('once', 'k');
    expect(later.body.id).not.toBe(first.body.id);
    expect(later.headers.get('idempotency-replayed')).toBeNull();
    expect(await count()).toBe(2);
  });

  it('is kept while the clock may be wrong', async () => {
    await host.passDays(2);
    const first = await save('once', 'k');
    host.clock.advance(8 * day);
    const second = async () => (await save('once', 'k')).body.id;
    expect(await second()).toBe(first.body.id);
    await host.service.maintain();
    expect(await second()).toBe(first.body.id);
    await host.passDays(1);
    expect(await second()).not.toBe(first.body.id);
  });

  it('returns 404 once the memory is deleted for good, and 409 for a different request', async () => {
    const first = await save('secret', 'k');
    await host.send('DELETE', `/memories/${first.body.id}`);
    expect((await save('secret', 'k')).body).toEqual(first.body);
    await host.send('DELETE', `/memories/${first.body.id}?permanent=true`);
    const absent = await host.send('GET', `/memories/${first.body.id}`);
    const replayed = await save('secret', 'k');
    expect([replayed.status, replayed.body]).toEqual([404, absent.body]);
    expect((await save('another', 'k')).status).toBe(409);
    expect(await count()).toBe(0);
    const row = await host.store.read('me', (reader) => reader.idempotency('builtin', 'createMemory', 'k'));
    expect(JSON.stringify(row)).not.toContain('secret');
    expect(row?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('saves once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => save('at once', 'k')));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('returns the first response even after the memory has changed', async () => {
    const first = await save('as it was', 'k');
    await host.send('PATCH', `/memories/${first.body.id}`, { content: 'as it is' });
    expect((await save('as it was', 'k')).body).toEqual(first.body);
  });

  it('can be used again after a refused request', async () => {
    expect(
      (
        await host.send(
          'POST',
          '/memories',
          { content: 'x', collection: 'Nowhere' },
          { headers: { 'idempotency-key': 'k' } },
        )
      ).status,
    ).toBe(404);
    expect((await save('now it works', 'k')).status).toBe(201);
  });

  it('returns the first response even after the created token has expired', async () => {
    const expiresAt = new Date(host.clock.now() + 1000).toISOString();
    const ask = () =>
      host.send(
        'POST',
        '/tokens',
        { name: 'brief', scopes: ['memories:read'], expiresAt },
        { headers: { 'idempotency-key': 'k' } },
      );
    const first = await ask();
    host.clock.advance(2);
    const second = await ask();
    expect([second.status, second.headers.get('idempotency-replayed'), second.body]).toEqual([
      201,
      'true',
      { ...first.body, token: undefined },
    ]);
  });

  it('replays the response for a created token without its secret', async () => {
    const ask = () =>
      host.send(
        'POST',
        '/tokens',
        { name: 'mine', scopes: ['memories:read'] },
        { headers: { 'idempotency-key': 'k' } },
      );
    const first = await ask();
    const second = await ask();
    expect(first.body.token).toMatch(/^cpk_/);
    expect(second.body).toEqual({ ...first.body, token: undefined });
    expect((await host.send('GET', '/tokens')).body.tokens).toHaveLength(1);
  });
});

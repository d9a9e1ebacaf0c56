import { beforeEach, describe, expect, it } from 'vitest';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const day = 86_400;

describe.each(stores)('an idempotency key on %s', (_, make) => {
  let host: TestService;

  beforeEach(() => {
    host = testService(make());
  });

  const save = (content: string, key: string) => host.send('POST', '/memories', { content }, { headers: { 'idempotency-key': key } });
  const count = async () => (await host.send('GET', '/usage')).body.memories.used;

  it('lives for seven days, whether or not the old ones were swept', async () => {
    const first = await save('once', 'k');
    host.clock.advance(7 * day - 1);
    await host.service.maintain();
    const again = await save('once', 'k');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    host.clock.advance(1);
    const later = await save('once', 'k');
    expect(later.body.id).not.toBe(first.body.id);
    expect(later.headers.get('idempotency-replayed')).toBeNull();
    expect(await count()).toBe(2);
  });

  it('saves once however many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => save('at once', 'k')));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('answers the first answer even after the memory was changed', async () => {
    const first = await save('as it was', 'k');
    await host.send('PATCH', `/memories/${first.body.id}`, { content: 'as it is' });
    expect((await save('as it was', 'k')).body).toEqual(first.body);
  });

  it('is free again after a refusal', async () => {
    expect((await host.send('POST', '/memories', { content: 'x', collection: 'Nowhere' }, { headers: { 'idempotency-key': 'k' } })).status).toBe(404);
    expect((await save('now it works', 'k')).status).toBe(201);
  });

  it('answers the first answer even after what it created has expired', async () => {
    const expiresAt = new Date(host.clock.now() + 1000).toISOString();
    const ask = () => host.send('POST', '/tokens', { name: 'brief', scopes: ['memories:read'], expiresAt }, { headers: { 'idempotency-key': 'k' } });
    const first = await ask();
    host.clock.advance(2);
    const again = await ask();
    expect([again.status, again.headers.get('idempotency-replayed'), again.body.id]).toEqual([201, 'true', first.body.id]);
  });

  it('keeps no secret: a replayed token comes without it', async () => {
    const ask = () => host.send('POST', '/tokens', { name: 'mine', scopes: ['memories:read'] }, { headers: { 'idempotency-key': 'k' } });
    const first = await ask();
    const again = await ask();
    expect(first.body.token).toMatch(/^cpk_/);
    expect(again.body).toEqual({ ...first.body, token: undefined });
    expect((await host.send('GET', '/tokens')).body.tokens).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

describe.each(stores)('rate limits on %s', (_, make) => {
  const limited = { scopes: ['memories:read'], rateLimit: { requests: 3, seconds: 60 } };

  it('allows the requests of a window, says how long to wait, then allows more', async () => {
    const host = testService(make());
    host.clock.set('2026-03-02T10:00:15.000Z');
    const token = await host.token(limited);
    for (const remaining of ['2', '1', '0']) {
      const answer = await host.send('GET', '/memories', undefined, { token });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(remaining);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('3');
      expect(Number(answer.headers.get('x-ratelimit-reset'))).toBe(Date.parse('2026-03-02T10:01:00.000Z') / 1000);
    }
    const refused = await host.send('GET', '/memories', undefined, { token });
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: 'rate_limited', retryAfter: 45 });
    expect(refused.body.error.message).toContain('45 seconds');
    expect(refused.headers.get('retry-after')).toBe('45');
    host.clock.advance(45);
    expect((await host.send('GET', '/memories', undefined, { token })).status).toBe(200);
  });

  it('doesn’t refill a window after a restart', async () => {
    const store = make();
    const host = testService(store);
    const token = await host.token(limited);
    for (let count = 0; count < 3; count++) await host.send('GET', '/memories', undefined, { token });
    const restarted = testService(store, { clock: host.clock });
    expect((await restarted.send('GET', '/memories', undefined, { token })).status).toBe(429);
  });

  it('allows exactly the limit for concurrent requests', async () => {
    const host = testService(make());
    const token = await host.token({ ...limited, rateLimit: { requests: 10, seconds: 60 } });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => host.send('GET', '/memories', undefined, { token })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  it('limits pages without a token by origin, and counts refused requests', async () => {
    const host = testService(make());
    const ask = (origin: string) => host.send('GET', '/memories', undefined, { vouched: { origin } });
    for (let count = 0; count < 120; count++) expect((await ask('https://a.example')).status).toBe(401);
    expect((await ask('https://a.example')).status).toBe(429);
    expect((await ask('https://b.example')).status).toBe(401);
  });

  it('allows the extension’s own pages 6,000 requests a minute and tokens 120', async () => {
    const host = testService(make());
    expect((await host.send('GET', '/usage')).headers.get('x-ratelimit-limit')).toBe('6000');
    const token = await host.token({ scopes: ['memories:read'] });
    expect((await host.send('GET', '/usage', undefined, { token })).headers.get('x-ratelimit-limit')).toBe('120');
  });

  it('shows when a token was last used', async () => {
    const host = testService(make());
    const token = await host.token({ scopes: ['memories:read'] });
    const lastUsed = async () => (await host.send('GET', '/tokens')).body.tokens[0].lastUsedAt;
    expect(await lastUsed()).toBeNull();
    host.clock.set('2026-03-05T08:00:00.000Z');
    await host.send('GET', '/memories', undefined, { token });
    host.clock.advance(3600);
    expect(await lastUsed()).toBe('2026-03-05T08:00:00.000Z');
  });

  it('recovers from requests made while the clock was ahead', async () => {
    const host = testService(make());
    const expiresAt = '2026-04-02T10:00:00.000Z';
    const token = await host.token({ ...limited, rateLimit: { requests: 2, seconds: 86_400 }, expiresAt });
    const ask = async () => (await host.send('GET', '/memories', undefined, { token })).status;
    host.clock.advance(31 * 86_400 - 3600);
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    host.clock.advance(7200);
    expect(await ask()).toBe(401);
    host.clock.advance(-31 * 86_400 - 3600);
    const refused = await host.send('GET', '/memories', undefined, { token });
    expect([refused.status, refused.body.error.retryAfter]).toEqual([429, 14 * 3600]);
    expect((await host.send('GET', '/tokens')).body.tokens[0].lastUsedAt).toBe(
      new Date(host.clock.now()).toISOString(),
    );
    host.clock.advance(14 * 3600);
    expect(await ask()).toBe(200);
  });

  it('deletes the windows of inactive senders without a token, but keeps the windows of tokens', async () => {
    const store = make();
    const host = testService(store);
    const token = await host.token({ scopes: ['memories:read'] });
    const windowCount = async () =>
      (await store.rates.lastUsed(['stranger:origin:https://a.example', token.replace(/^cpk_(.*)_.*$/, 'tok_$1')]))
        .size;
    await host.send('GET', '/memories', undefined, { token });
    await host.send('GET', '/memories', undefined, { vouched: { origin: 'https://a.example' } });
    expect(await windowCount()).toBe(2);
    host.clock.advance(61);
    await host.service.forgetInactiveSenders();
    expect(await windowCount()).toBe(1);
  });
});

it('sends no response before the count of its request is stored', async () => {
  const store = inMemoryStore();
  const { promise: counted, resolve: count } = Promise.withResolvers<void>();
  let persisted = Promise.resolve();
  const host = testService({ ...store, rates: { ...store.rates, persisted: () => persisted } });
  const token = await host.token({ scopes: ['memories:read'] });
  persisted = counted;
  let answers = 0;
  const requests = [{ token }, { vouched: {} }].map((sender) =>
    host.send('GET', '/memories', undefined, sender).then(() => answers++),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answers).toBe(0);
  count();
  await Promise.all(requests);
});

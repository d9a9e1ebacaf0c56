import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const idOf = (secret: string) => `tok_${secret.split('_')[1]}`;

/** Begins a request. Returns a function that sends its body and returns the response. */
async function begun(host: TestService, path: string, secret: string, body: object) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: readable, duplex: 'half' };
  const pending = host.service.fetch(new Request(`http://test.invalid/v1${path}`, init), {});
  // After this pause, the service has read the headers and waits for the body.
  await pause(50);
  return async () => {
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(body)));
    await writer.close();
    return pending;
  };
}

describe.each(stores)('while the body of a request arrives, on %s', (_, make) => {
  it('a token that is revoked creates no token', async () => {
    const host = testService(make());
    const scopes = ['memories:read', 'tokens:manage'];
    const secret = await host.token({ scopes });
    const finish = await begun(host, '/tokens', secret, { name: 'child', scopes });
    await host.send('DELETE', `/tokens/${idOf(secret)}`);
    expect((await finish()).status).toBe(401);
    expect((await host.send('GET', '/tokens')).body.tokens).toEqual([]);
  });

  it.each([
    ['paused', { paused: true }, 403],
    ['limited to reading', { scopes: ['memories:read'] }, 503],
  ])('a token that is %s saves nothing', async (_what, change, status) => {
    const host = testService(make());
    const secret = await host.token({ scopes: ['memories:read', 'memories:write'] });
    const finish = await begun(host, '/memories', secret, { content: 'late' });
    await host.send('PATCH', `/tokens/${idOf(secret)}`, change);
    expect((await finish()).status).toBe(status);
    expect((await host.send('GET', '/usage')).body.memories.used).toBe(0);
  });

  it('control: a token that isn’t changed saves', async () => {
    const host = testService(make());
    const secret = await host.token({ scopes: ['memories:write'] });
    expect((await (await begun(host, '/memories', secret, { content: 'late' }))()).status).toBe(201);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const shop = 'https://shop.example';
const scopes = ['memories:read', 'memories:write'];

describe.each(stores)('the service, whose host identifies the sender, on %s', (_, make) => {
  let host: TestService;

  beforeEach(() => {
    host = testService(make());
  });

  it('binds a page’s token to the page’s origin', async () => {
    const token = await host.token({ scopes }, { grantOrigin: shop });
    const status = async (vouched: object) =>
      (await host.send('GET', '/memories', undefined, { token, vouched })).status;
    expect(await status({ origin: shop })).toBe(200);
    for (const origin of ['https://shop.example.evil', 'http://shop.example', 'https://shop.example:444', 'null'])
      expect(await status({ origin })).toBe(401);
    expect(await status({})).toBe(401);
    expect(await status({ address: '127.0.0.1' })).toBe(401);
    expect(await status({ source: 'popup' })).toBe(401);
  });

  it('ignores an origin that the request itself claims', async () => {
    const token = await host.token({ scopes }, { grantOrigin: shop });
    const claimed = { origin: shop, 'x-origin': shop, referer: `${shop}/` };
    expect(
      (
        await host.send('GET', '/memories', undefined, {
          token,
          vouched: { origin: 'https://evil.example' },
          headers: claimed,
        })
      ).status,
    ).toBe(401);
  });

  it.each(['tokens:manage', 'memories:import'])('never gives a page the scope %s', async (scope) => {
    const fields = { name: 'page', scopes: [scope] };
    const consent = { source: 'popup', grantOrigin: shop } as const;
    expect((await host.send('POST', '/tokens', fields, { vouched: consent })).status).toBe(403);
    expect((await host.send('POST', '/tokens', fields, { vouched: { source: 'popup' } })).status).toBe(201);
    const { body } = await host.send('POST', '/tokens', { name: 'page', scopes }, { vouched: consent });
    expect((await host.send('PATCH', `/tokens/${body.id}`, { scopes: [scope] })).status).toBe(403);
  });

  it('accepts no unbound token from a page', async () => {
    const token = await host.token({ scopes });
    const sent = (vouched: object) => host.send('GET', '/memories', undefined, { token, vouched });
    expect((await sent({ origin: shop })).status).toBe(401);
    expect((await sent({})).status).toBe(200);
  });

  it('lets a page move memories to the trash, but not delete them for good', async () => {
    const page = await host.token({ scopes }, { grantOrigin: shop });
    const sent = { token: page, vouched: { origin: shop } };
    const { body } = await host.send('POST', '/memories', { content: 'x' }, sent);
    const absent = await host.send('DELETE', '/memories/mem_x?permanent=true', undefined, sent);
    const present = await host.send('DELETE', `/memories/${body.id}?permanent=true`, undefined, sent);
    expect([present.status, present.body]).toEqual([403, absent.body]);
    expect((await host.send('DELETE', `/memories/${body.id}`, undefined, sent)).status).toBe(204);
  });

  it('with ownOnly, lets a page change what it saved and nothing else', async () => {
    const sent = (token: string, origin: string) => ({ token, vouched: { origin } });
    const page = sent(await host.token({ scopes, ownOnly: true }, { grantOrigin: shop }), shop);
    const other = 'https://other.example';
    const elsewhere = sent(await host.token({ scopes }, { grantOrigin: other }), other);
    const own = (await host.send('POST', '/memories', { content: 'x' }, page)).body.id;
    const others = [
      (await host.send('POST', '/memories', { content: 'x' }, elsewhere)).body.id,
      (await host.send('POST', '/memories', { content: 'x' })).body.id,
    ];
    const patch = (id: string, by: object, title = 'new') => host.send('PATCH', `/memories/${id}`, { title }, by);
    expect((await patch(own, page)).status).toBe(200);
    for (const id of others) {
      expect((await patch(id, page)).status).toBe(403);
      expect((await host.send('DELETE', `/memories/${id}`, undefined, page)).status).toBe(403);
    }
    expect((await patch(own, elsewhere, 'newer')).status).toBe(200);
  });

  it('lists the tokens of one origin', async () => {
    await host.token({ name: 'page', scopes }, { grantOrigin: shop });
    await host.token({ scopes });
    const names = async (query: string) =>
      (await host.send('GET', `/tokens${query}`)).body.tokens.map((token: { name: string }) => token.name);
    expect(await names(`?origin=${encodeURIComponent(shop)}`)).toEqual(['page']);
    expect(await names('?origin=https%3A%2F%2Fshop.exampl')).toEqual([]);
    expect(await names('')).toHaveLength(2);
  });

  it('sets the source from capture, origin or token, never from the request', async () => {
    const source = async (sent: object) =>
      (
        await host.send(
          'POST',
          '/memories',
          { content: 'x' },
          { headers: { source: 'popup', 'x-source': 'popup' }, ...sent },
        )
      ).body.source;
    const page = await host.token({ scopes }, { grantOrigin: shop });
    const tool = await host.token({ name: 'my tool', scopes });
    expect(await source({ vouched: { source: 'popup' } })).toBe('popup');
    expect(await source({ vouched: { source: 'context-menu' } })).toBe('context-menu');
    expect(await source({ token: page, vouched: { origin: shop } })).toBe(`page:${shop}`);
    expect(await source({ token: tool })).toBe('api:my tool');
    expect((await host.send('POST', '/memories', { content: 'x', source: 'popup' })).status).toBe(400);
  });

  it('rejects a sender with neither a token nor a vouched capture, whatever its headers say', async () => {
    expect((await host.send('GET', '/memories', undefined, { vouched: {}, headers: { source: 'popup' } })).status).toBe(
      401,
    );
    expect((await host.send('GET', '/memories', undefined, { vouched: { origin: shop } })).status).toBe(401);
  });

  it('never lists the token of the extension’s own pages, and can’t revoke it', async () => {
    await host.send('GET', '/memories');
    expect((await host.send('GET', '/tokens')).body.tokens).toEqual([]);
    expect((await host.send('DELETE', '/tokens/builtin')).status).toBe(404);
  });

  it('keeps only the hash of a secret', async () => {
    const secret = await host.token({ scopes });
    const rows = await host.store.read('me', (reader) => reader.listTokens({ limit: 10 }));
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-64));
    expect(rows[0]?.secretHash).toMatch(/^[0-9a-f]{64}$/);
  });
});

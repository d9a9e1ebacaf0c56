import { expect, test } from 'vitest';
import { createSignInLinks } from '../../../src/server/sign-in-links.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testHttpServer } from '../../support/server/http-server.ts';

const post = (base: string, body: unknown) =>
  fetch(`${base}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a sign-in code gives one token, valid for a day or until sign-out; neither code nor token is logged', async () => {
  const { base, signInLinks, logged } = await testHttpServer();
  for (const keep of [false, true]) {
    const code = signInLinks.issue();
    const answer = await post(base, { code, keep });
    const { token } = (await answer.json()) as { token: string };
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const tokens = (await (
      await fetch(`${base}/v1/tokens`, { headers: { authorization: `Bearer ${token}` } })
    ).json()) as { tokens: { id: string; expiresAt: string | null }[] };
    const own = tokens.tokens.find(({ id }) => token.includes(id.replace('tok_', '')))!;
    const hours = own.expiresAt === null ? null : Math.round((Date.parse(own.expiresAt) - Date.now()) / 3_600_000);
    expect(hours).toBe(keep ? null : 24);
    expect((await post(base, { code, keep })).status).toBe(401);
    expect(logged.join('')).not.toMatch(new RegExp(`${code}|${token}`));
  }
});

test.each([{}, { code: 'guess', keep: true }, { code: 1, keep: true }, { code: 'x', keep: true, more: 1 }, '{', ''])(
  'sign-in refuses the body %j',
  async (body) => {
    const { base } = await testHttpServer();
    expect((await post(base, body)).status).toBe(401);
  },
);

test('sign-in refuses a long body, and answers GET with 404', async () => {
  const { base } = await testHttpServer();
  expect((await post(base, { code: 'x'.repeat(10_000), keep: true })).status).toBe(413);
  expect((await fetch(`${base}/sign-in`)).status).toBe(404);
});

test('a sign-in code works for ten minutes', async () => {
  let now = Date.now();
  const links = createSignInLinks(inMemoryStore(), { now: () => now });
  const codes = [links.issue(), links.issue()] as const;
  now += 599_999;
  expect(await links.exchange(codes[0], true)).toMatch(/^cpk_/);
  now += 1;
  expect(await links.exchange(codes[1], true)).toBeUndefined();
});

test('a token created in a session may expire later than the session, and still works after signing out', async () => {
  const { base, signInLinks } = await testHttpServer();
  const { token: session } = (await (await post(base, { code: signInLinks.issue(), keep: false })).json()) as {
    token: string;
  };
  const call = (token: string, method: string, path: string, body?: object) =>
    fetch(`${base}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const wanted = { name: 'sync', scopes: ['memories:read', 'memories:write', 'tokens:manage'] };
  const expiresAt = new Date(Date.now() + 90 * 24 * 3_600_000).toISOString();
  for (const fields of [{ expiresAt }, {}]) {
    const made = await call(session, 'POST', '/tokens', { ...wanted, ...fields });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ expiresAt: null, ...fields });
  }
  const { token, id } = (await (await call(session, 'POST', '/tokens', { ...wanted, expiresAt })).json()) as {
    token: string;
    id: string;
  };
  // Control: `token` isn't a session, so a token created with it can't expire later, and is revoked together with it.
  const later = new Date(Date.now() + 91 * 24 * 3_600_000).toISOString();
  expect((await call(token, 'POST', '/tokens', { ...wanted, expiresAt: later })).status).toBe(403);
  const { token: child } = (await (await call(token, 'POST', '/tokens', wanted)).json()) as { token: string };
  const own = `/tokens/tok_${session.split('_')[1]}`;
  expect((await call(session, 'DELETE', own)).status).toBe(204);
  expect((await call(session, 'GET', '/memories')).status).toBe(401);
  expect((await call(token, 'GET', '/memories')).status).toBe(200);
  expect((await call(child, 'DELETE', `/tokens/${id}`)).status).toBe(204);
  expect((await call(child, 'GET', '/memories')).status).toBe(401);
});

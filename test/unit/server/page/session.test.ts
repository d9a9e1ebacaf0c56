import { describe, expect, it } from 'vitest';
import { handleEnvelope } from '../../../../src/service/envelope.ts';
import { createSession, exchangeOver } from '../../../../src/server/page/session.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import type { RequestEnvelope } from '../../../../src/v1/envelope.ts';
import { testService } from '../../../support/service.ts';

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

async function withToken() {
  const { service, token, send } = testService(inMemoryStore());
  const secret = await token({ scopes: ['memories:read'] });
  const { id } = (await send('GET', '/tokens')).body.tokens[0];
  const tab = storage();
  const transport = (request: RequestEnvelope) => handleEnvelope(service, request, {});
  const kept = storage();
  const exchange = async (code: string) =>
    code === 'right' ? token({ scopes: ['memories:read', 'tokens:manage'] }) : undefined;
  const openIn = (own: typeof tab) => createSession({ transport, tab: own, kept, exchange });
  const open = () => openIn(tab);
  const session = open();
  const list: RequestEnvelope = { commonplace: 1, method: 'GET', path: '/v1/memories', headers: {} };
  return {
    session,
    secret,
    id,
    open,
    openAnotherTab: () => openIn(storage()),
    closeTab: () => tab.removeItem('commonplace-token'),
    ask: async () => (await session.transport(list, {})).status,
    revoke: () => send('DELETE', `/tokens/${id}`),
    token,
    listTokens: async () => (await send('GET', '/tokens')).body.tokens as { id: string }[],
  };
}

describe('a session', () => {
  it('starts only with a token that the server accepts', async () => {
    const { session, secret, id, ask } = await withToken();
    await expect(session.signIn('cpk_1_2')).rejects.toMatchObject({ code: 'unauthorized' });
    expect(session.token.value).toBeUndefined();
    await session.signIn(secret);
    expect([session.token.value, session.tokenId.value, await ask(), session.lapsed.value]).toEqual([
      secret,
      id,
      200,
      false,
    ]);
  });

  it('survives a reload, but not signing out', async () => {
    const { session, secret, open } = await withToken();
    await session.signIn(secret);
    expect(open().token.value).toBe(secret);
    await session.signOut();
    expect(open().token.value).toBeUndefined();
  });

  it('lapses when the server no longer accepts the token, and continues with a new one', async () => {
    const { session, secret, ask, revoke, token } = await withToken();
    await session.signIn(secret);
    await revoke();
    expect([await ask(), session.lapsed.value, session.token.value]).toEqual([401, true, secret]);
    await session.signIn(await token({ scopes: ['memories:read'] }));
    expect([await ask(), session.lapsed.value]).toEqual([200, false]);
  });

  describe('that is stored in the browser', () => {
    it('gets a token of its own, which outlives the tab and is revoked on signing out', async () => {
      const { session, open, closeTab, token, ask, listTokens } = await withToken();
      const pasted = await token({ scopes: ['memories:read', 'tokens:manage'] });
      await session.signIn(pasted, true);
      expect([session.token.value === pasted, await ask()]).toEqual([false, 200]);
      closeTab();
      expect(open().token.value).toBe(session.token.value);
      const before = (await listTokens()).length;
      await session.signOut();
      expect([(await listTokens()).length, open().token.value]).toEqual([before - 1, undefined]);
    });

    it('gets a token with the rate limit of the entered token', async () => {
      const { session, token, listTokens } = await withToken();
      const rateLimit = { requests: 5_000, seconds: 60 };
      await session.signIn(await token({ scopes: ['memories:read', 'tokens:manage'], rateLimit }), true);
      const made = (await listTokens()).find(({ id }) => id === session.tokenId.value);
      expect(made).toMatchObject({ rateLimit });
    });

    it('uses the entered token if that token can’t create another, and doesn’t revoke it on signing out', async () => {
      const { session, secret, open, closeTab, listTokens } = await withToken();
      await session.signIn(secret, true);
      closeTab();
      expect(open().token.value).toBe(secret);
      const before = (await listTokens()).length;
      await session.signOut();
      expect([(await listTokens()).length, open().token.value]).toEqual([before, undefined]);
    });
  });

  describe('beside another tab', () => {
    it('signs out in both tabs, and revokes only the token that was made for the browser', async () => {
      const { session, secret, id, open, openAnotherTab, token, listTokens } = await withToken();
      await session.signIn(secret);
      const before = await listTokens();
      await openAnotherTab().signIn(await token({ scopes: ['memories:read', 'tokens:manage'] }), true);
      await session.signOut();
      expect(open().token.value).toBeUndefined();
      expect(openAnotherTab().token.value).toBeUndefined();
      const after = await listTokens();
      expect(after).toContainEqual(expect.objectContaining({ id }));
      expect(after).toHaveLength(before.length + 1);
    });

    it('revokes its own kept token even if another tab has replaced it', async () => {
      const { session, openAnotherTab, token, listTokens } = await withToken();
      const another = openAnotherTab();
      const pasted = await token({ scopes: ['memories:read', 'tokens:manage'] });
      const before = await listTokens();
      await session.signIn(pasted, true);
      await another.signIn(pasted, true);
      expect(await listTokens()).toHaveLength(before.length + 2);
      await session.signOut();
      expect(await listTokens()).toHaveLength(before.length);
    });

    it('signs in again without replacing the token that the other tab stored in the browser', async () => {
      const { session, secret, openAnotherTab, token } = await withToken();
      const another = openAnotherTab();
      await session.signIn(secret);
      await another.signIn(await token({ scopes: ['memories:read', 'tokens:manage'] }), true);
      await session.signIn(secret);
      expect(openAnotherTab().token.value).toBe(another.token.value);
    });
  });

  it('starts with a valid link, but not with an invalid one', async () => {
    const { session, ask, listTokens } = await withToken();
    expect([await session.signInByLink('wrong', false), session.token.value]).toEqual([false, undefined]);
    expect([await session.signInByLink('right', false), await ask()]).toEqual([true, 200]);
    const before = (await listTokens()).length;
    await session.signOut();
    expect((await listTokens()).length).toBe(before - 1);
  });
});

describe('the exchange of a sign-in code', () => {
  const exchanged = (status: number, body?: string) =>
    exchangeOver(async () => ({ commonplace: 1, status, headers: {}, ...(body !== undefined && { body }) }))(
      'code',
      true,
    );

  it('returns the token, or undefined if the code isn’t valid', async () => {
    expect(await exchanged(200, '{"token":"cpk_1"}')).toBe('cpk_1');
    expect(await exchanged(401, '{"error":{"code":"unauthorized"}}')).toBeUndefined();
  });

  it('fails with the status if the server has an error, instead of calling the link invalid', async () => {
    await expect(exchanged(503, '<p>Bad gateway</p>')).rejects.toMatchObject({ name: 'ServiceError', status: 503 });
  });
});

import { describe, expect, it } from 'vitest';
import { handleEnvelope } from '../../../../src/service/envelope.ts';
import { createSession } from '../../../../src/server/page/session.ts';
import { memoryStore } from '../../../../scripts/in-memory-store/index.ts';
import type { RequestEnvelope } from '../../../../src/v1/envelope.ts';
import { testService } from '../../../support/service.ts';

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

async function withToken() {
  const { service, token, send } = testService(memoryStore());
  const secret = await token({ scopes: ['memories:read'] });
  const { id } = (await send('GET', '/tokens')).body.tokens[0];
  const kept = storage();
  const transport = (request: RequestEnvelope) => handleEnvelope(service, request, {});
  const session = createSession(transport, kept);
  const list: RequestEnvelope = { commonplace: 1, method: 'GET', path: '/v1/memories', headers: {} };
  return {
    session,
    secret,
    id,
    kept,
    ask: async () => (await session.transport(list, {})).status,
    revoke: () => send('DELETE', `/tokens/${id}`),
    token,
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
    const { session, secret, kept } = await withToken();
    await session.signIn(secret);
    expect(createSession(session.transport, kept).token.value).toBe(secret);
    session.signOut();
    expect(createSession(session.transport, kept).token.value).toBeUndefined();
  });

  it('ends when the server no longer accepts the token, and continues with a new one', async () => {
    const { session, secret, ask, revoke, token } = await withToken();
    await session.signIn(secret);
    await revoke();
    expect([await ask(), session.lapsed.value, session.token.value]).toEqual([401, true, secret]);
    await session.signIn(await token({ scopes: ['memories:read'] }));
    expect([await ask(), session.lapsed.value]).toEqual([200, false]);
  });
});

import { describe, expect, it } from 'vitest';
import { createTokenDraft } from '../../../../src/ui/tokens/token-draft.ts';
import { refuseWith } from '../connection.ts';
import { libraryOn } from '../library/library-on.ts';

describe('the form for a new token', () => {
  const now = Date.parse('2026-03-02T10:00:00.000Z');

  it('by default requests only read access for 90 days', () => {
    const draft = createTokenDraft();
    expect(draft.isReady()).toBe(false);
    draft.name.value = ' Lamp ';
    expect([draft.isReady(), draft.body(now)]).toEqual([
      true,
      { name: 'Lamp', scopes: ['memories:read'], expiresAt: '2026-05-31T10:00:00.000Z' },
    ]);
  });

  it('requests the chosen collections, lifetime and rate limit', () => {
    const draft = createTokenDraft();
    draft.name.value = 'Lamp';
    draft.lifetime.value = undefined;
    draft.collections.value = [];
    expect(draft.isReady()).toBe(false);
    draft.collections.value = ['col_1'];
    draft.requests.value = '5';
    draft.seconds.value = '10';
    expect([draft.isReady(), draft.body(now)]).toEqual([
      true,
      { name: 'Lamp', scopes: ['memories:read'], collections: ['col_1'], rateLimit: { requests: 5, seconds: 10 } },
    ]);
  });
});

describe('the form for an existing token', () => {
  const token = {
    ...({ id: 'tok_1', name: 'Lamp', createdAt: '', lastUsedAt: null, paused: false, origin: null } as const),
    scopes: ['memories:read' as const],
    collections: ['col_1'],
    expiresAt: '2026-05-31T10:00:00.000Z',
    ownOnly: false,
    rateLimit: { requests: 5, seconds: 10 },
  };

  it('has no changes if the user changed nothing', () => {
    expect(createTokenDraft(token).changes()).toEqual({});
    const { ownOnly: _, ...ofOtherServer } = token;
    expect(createTokenDraft(ofOtherServer).changes()).toEqual({});
  });

  it('changes only the fields that the user changed', () => {
    const draft = createTokenDraft(token);
    draft.scopes.value = ['memories:read', 'memories:write'];
    draft.ownOnly.value = true;
    draft.collections.value = undefined;
    draft.lifetime.value = 'never';
    expect(draft.changes()).toEqual({
      scopes: ['memories:read', 'memories:write'],
      ownOnly: true,
      collections: null,
      expiresAt: null,
    });
    draft.scopes.value = ['memories:read'];
    expect(draft.changes()).not.toHaveProperty('ownOnly');
  });
});

describe('tokens', () => {
  it('are changed and paused, and get another secret', async () => {
    const { tokens } = libraryOn();
    await tokens.create({ name: 'Lamp', scopes: ['memories:read'] });
    const [token] = tokens.value.value!;
    const { token: first } = tokens.fresh.value!;
    await tokens.change(token!, { scopes: ['memories:write'], expiresAt: null });
    expect(tokens.value.value![0]).toMatchObject({ scopes: ['memories:write'], expiresAt: null });
    await tokens.setPaused(token!, true);
    expect(tokens.value.value![0]?.paused).toBe(true);
    await tokens.addSecret(token!);
    expect(tokens.fresh.value).toMatchObject({ id: token!.id });
    expect(tokens.fresh.value?.token).not.toBe(first);
  });

  it('show a new secret outside the list, until the token is revoked', async () => {
    const { tokens } = libraryOn();
    await tokens.create({ name: 'Lamp', scopes: ['memories:read'] });
    expect(tokens.fresh.value?.token).toMatch(/^cpk_/);
    await tokens.refresh();
    expect(JSON.stringify(tokens.value.value)).not.toContain(tokens.fresh.value!.token);
    await tokens.revoke(tokens.value.value![0]!);
    expect([tokens.fresh.value, tokens.value.value]).toEqual([undefined, []]);
  });

  it('explain why the page’s token can’t add a secret to another token', async () => {
    const library = libraryOn();
    await library.tokens.create({ name: 'Lamp', scopes: ['memories:read'] });
    const [token] = library.tokens.value.value!;
    library.connection.handleWith(refuseWith(403, 'forbidden'));
    await library.tokens.addSecret(token!);
    expect(library.shownNotice()[0]).toMatch(/only to itself and to tokens that it created.*“Lamp”.*sign-in link/);
    library.connection.handleWith(refuseWith(503, 'unavailable'));
    await library.tokens.addSecret(token!);
    expect(library.shownNotice()[0]).toBe('The server’s message for unavailable.');
  });

  it('stay in the list if revoking fails, and a notice says why', async () => {
    const library = libraryOn();
    await library.tokens.create({ name: 'Lamp', scopes: ['memories:read'] });
    library.connection.handleWith(refuseWith(503, 'unavailable'));
    await library.tokens.revoke(library.tokens.value.value![0]!);
    expect([library.tokens.value.value?.length, library.shownNotice()[0]]).toEqual([
      1,
      'The server’s message for unavailable.',
    ]);
  });
});

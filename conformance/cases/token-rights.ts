import { limits } from '../../src/v1/limits.ts';
import type { UpdateToken } from '../../src/v1/schemas/token.ts';
import type { Case } from '../case.ts';
import { newWord } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import type { Session } from '../session.ts';
import { checkShape } from '../shapes.ts';

const readAndWrite = ['memories:read', 'memories:write'] as const;

export const tokenRightsCases: Case[] = [
  {
    name: 'token rights: a second secret works alongside the first until the token is revoked',
    covers: ['token.secrets', 'token.secret-once', 'operation.createTokenSecret', 'extension.tokens-edit'],
    spends: { own: 0 },
    async run(context) {
      const { id, token, ...rest } = await context.createToken();
      const second = await context.admin.bodyOf('createTokenSecret', { id });
      checkShape('createdToken', second);
      equal(second, { ...rest, id, token: second.token, lastUsedAt: second.lastUsedAt }, 'the token');
      check(second.token !== token, 'the second secret is the same as the first');
      const sessions = [context.session(token), context.session(second.token)];
      for (const session of sessions) await session.expectSuccess('readUsage');
      await context.admin.expectSuccess('revokeToken', { id });
      for (const session of sessions) await session.expectRefusal('readUsage', {}, 'unauthorized', 401);
    },
  },
  {
    name: 'token rights: only the last 64 secrets of a token are valid',
    covers: ['token.secrets'],
    async run(context) {
      const { id, token } = await context.createToken();
      const secrets = [token];
      while (secrets.length <= limits.tokenSecrets)
        secrets.push((await context.admin.bodyOf('createTokenSecret', { id })).token);
      const [first, ...others] = secrets;
      await context.session(first).expectRefusal('readUsage', {}, 'unauthorized', 401);
      for (const secret of [others[0], others.at(-1)]) await context.session(secret).expectSuccess('readUsage');
    },
  },
  {
    name: 'token rights: a token adds secrets only to itself and to descendants with no more rights than its own',
    covers: ['token.secrets', 'error.forbidden'],
    async run(context) {
      const scopes = ['tokens:manage', 'memories:read'] as const;
      const sibling = await context.createToken({ scopes: ['memories:read'] });
      const own = await context.createToken({ scopes: [...scopes] });
      const session = context.session(own.token);
      const child = await context.createToken({ scopes: [...scopes] }, session);
      const grandchild = await context.createToken({ scopes: ['memories:read'] }, context.session(child.token));
      await session.expectRefusal('createTokenSecret', { id: sibling.id }, 'forbidden', 403);
      await context.session(child.token).expectRefusal('createTokenSecret', { id: own.id }, 'forbidden', 403);
      for (const { id } of [own, child, grandchild]) await session.expectSuccess('createTokenSecret', { id });
      await context.admin.expectSuccess('updateToken', { id: grandchild.id, body: { scopes: [...readAndWrite] } });
      await session.expectRefusal('createTokenSecret', { id: grandchild.id }, 'forbidden', 403);
    },
  },
  {
    name: 'token rights: a change takes effect with the next request',
    covers: ['token.update', 'operation.updateToken', 'extension.tokens-edit'],
    async run(context) {
      const { id: collection } = await context.collection();
      const { id, token, ...rest } = await context.createToken({ scopes: ['memories:read'] });
      const session = context.session(token);
      await session.expectRefusal('createMemory', { body: { content: newWord() } }, 'forbidden', 403);
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const changes: UpdateToken = {
        scopes: [...readAndWrite],
        collections: [collection],
        expiresAt,
        rateLimit: { requests: 50, seconds: 70 },
        ownOnly: true,
      };
      const changed = await context.admin.bodyOf('updateToken', { id, body: changes });
      equal(changed, { ...rest, id, ...changes, lastUsedAt: changed.lastUsedAt }, 'the changed token');
      checkShape('token', changed);
      equal((await context.memory({}, session)).collection, collection, 'collection of its memory');
      const widened = await context.admin.bodyOf('updateToken', { id, body: { collections: null, expiresAt: null } });
      equal([widened.collections, widened.expiresAt], [null, null], 'collections and expiry, removed');
      equal((await context.memory({}, session)).collection, null, 'collection of its memory afterwards');
    },
  },
  {
    name: 'token rights: a token can’t give another more rights than it has, but may take rights away',
    covers: ['token.update', 'token.own-rights', 'error.forbidden'],
    async run(context) {
      const { id: collection } = await context.collection();
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const rateLimit = { requests: 60, seconds: 60 };
      const wide = await context.createToken({ scopes: ['memories:read', 'memories:write', 'collections:read'] });
      const own = await context.createToken({ scopes: ['memories:write'], ownOnly: true });
      const inside = await context.createToken({ scopes: ['memories:read'], collections: [collection] });
      const narrow = await context.sessionWith({ scopes: ['tokens:manage'], expiresAt, rateLimit });
      const limited = await context.sessionWith({ collections: [collection] });
      const parent = await context.sessionWith({ scopes: ['tokens:manage', 'memories:read'], rateLimit });
      const child = await context.createToken({ scopes: ['memories:read'], rateLimit }, parent);
      const rows: [string, Session, string, UpdateToken, number][] = [
        ['a scope it lacks', narrow, wide.id, { scopes: ['memories:read', 'collections:write'] }, 403],
        ['fewer scopes', narrow, wide.id, { scopes: ['memories:read'] }, 200],
        ['a scope taken away before', narrow, wide.id, { scopes: [...readAndWrite] }, 403],
        ['no expiry', narrow, wide.id, { expiresAt: null }, 403],
        ['its own expiry', narrow, wide.id, { expiresAt }, 200],
        ['a higher rate', narrow, wide.id, { rateLimit: { requests: 61, seconds: 60 } }, 403],
        ['its own rate', narrow, wide.id, { rateLimit }, 200],
        ['a higher rate than its parent’s', context.admin, child.id, { rateLimit: { requests: 60, seconds: 59 } }, 403],
        ['its parent’s rate', context.admin, child.id, { rateLimit }, 200],
        ['memories of others', narrow, own.id, { ownOnly: false }, 403],
        ['a pause', narrow, own.id, { paused: true }, 200],
        ['all memories', limited, inside.id, { collections: null }, 403],
        ['a token outside of its collections', limited, wide.id, { paused: true }, 404],
      ];
      await checkEveryRow(
        rows,
        ([name]) => name,
        async ([, session, id, body, status]) =>
          equal((await session.call('updateToken', { id, body })).status, status, 'status'),
      );
    },
  },
  {
    name: 'token rights: a token with tokens:manage can’t be changed',
    covers: ['token.update-managers', 'error.forbidden'],
    spends: { own: 0 },
    async run(context) {
      const { id } = await context.createToken({ scopes: ['tokens:manage', 'memories:read'] });
      await context.admin.expectRefusal('updateToken', { id, body: { paused: true } }, 'forbidden', 403);
    },
  },
  {
    name: 'token rights: a paused token is 403 until it is resumed',
    covers: ['token.paused', 'token.update', 'error.forbidden'],
    async run(context) {
      const { id, token } = await context.createToken({ scopes: ['memories:read'] });
      const session = context.session(token);
      await context.admin.expectSuccess('updateToken', { id, body: { paused: true } });
      const refusal = await session.expectRefusal('listMemories', {}, 'forbidden', 403);
      equal(refusal.details, [{ path: 'token', message: 'paused' }], 'details');
      await context.admin.expectSuccess('updateToken', { id, body: { paused: false } });
      await session.expectSuccess('listMemories');
    },
  },
  {
    name: 'token rights: a token with ownOnly changes only memories that it saved',
    covers: ['token.own-only', 'error.forbidden'],
    async run(context) {
      // If a page of the extension sends the requests, it is the source of all memories, so each would count as own.
      if (context.host.source !== null) return;
      const other = await context.memory();
      const trashed = await context.memory();
      await context.admin.expectSuccess('deleteMemory', { id: trashed.id });
      const { id: collection } = await context.collection();
      const scopes = [...readAndWrite, 'collections:write'] as const;
      const session = await context.sessionWith({ scopes: [...scopes], ownOnly: true });
      const own = await context.memory({}, session);
      equal(
        (await session.bodyOf('updateMemory', { id: own.id, body: { title: 'x' } })).title,
        'x',
        'its own, changed',
      );
      await session.expectSuccess('deleteMemory', { id: own.id });
      await session.expectSuccess('restoreMemory', { id: own.id });
      await session.expectSuccess('readMemory', { id: other.id });
      await session.expectRefusal('updateMemory', { id: other.id, body: { title: 'x' } }, 'forbidden', 403);
      await session.expectRefusal('deleteMemory', { id: other.id }, 'forbidden', 403);
      await session.expectRefusal('deleteMemory', { id: other.id, query: { permanent: true } }, 'forbidden', 403);
      await session.expectRefusal('restoreMemory', { id: trashed.id }, 'forbidden', 403);
      await session.expectRefusal('updateCollection', { id: collection, body: { name: newWord() } }, 'forbidden', 403);
      await session.expectRefusal('deleteCollection', { id: collection }, 'forbidden', 403);
      equal(await context.admin.bodyOf('readMemory', { id: other.id }), other, 'the other memory');
    },
  },
  {
    name: 'token rights: for a token with ownOnly but not memories:read, memories that it didn’t save are 404',
    covers: ['token.own-only', 'hidden.alike'],
    async run(context) {
      if (context.host.source !== null) return;
      const { id } = await context.memory();
      const session = await context.sessionWith({ scopes: ['memories:write'], ownOnly: true });
      const absent = 'mem_01hzzzzzzzzzzzzzzzzzzzzzzz';
      const [hidden, unknown] = [
        await session.call('updateMemory', { id, body: { title: 'x' } }),
        await session.call('updateMemory', { id: absent, body: { title: 'x' } }),
      ];
      equal([hidden.status, hidden.text], [404, unknown.text], 'the answer');
    },
  },
  {
    name: 'token rights: ownOnly and tokens:manage exclude each other',
    covers: ['token.own-only', 'error.invalid_request'],
    spends: { own: 0 },
    async run(context) {
      const body = { name: newWord(), scopes: ['tokens:manage', 'memories:write'], ownOnly: true };
      await context.admin.expectRefusal('createToken', { body }, 'invalid_request', 400);
    },
  },
];

import { limits } from '../../src/v1/limits.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, checkEveryRow, matches } from '../expect.ts';
import { listAllPages } from '../list-all-pages.ts';
import { refusalOf, type Session } from '../session.ts';
import { checkShape } from '../shapes.ts';

async function allTokens(session: Session, limit = 100) {
  return (await listAllPages(session, 'listTokens', { query: { limit } })).flatMap(({ tokens }) => tokens);
}

const listed = async (context: Context, id: string) => (await allTokens(context.admin)).find((one) => one.id === id);

export const tokenCases: Case[] = [
  {
    name: 'tokens: createToken shows the secret once',
    covers: [
      'token.shape',
      'token.form',
      'token.secret-once',
      'operation.createToken',
      'operation.listTokens',
      'extension.tokens',
      'scope.tokens:manage',
    ],
    spends: { own: 0 },
    async run(context) {
      const name = newWord();
      const created = await context.admin.bodyOf('createToken', {
        body: { name: ` ${name} `, scopes: ['memories:read', 'memories:read'] },
      });
      checkShape('createdToken', created);
      const { token: secret, ...token } = created;
      equal(
        token,
        {
          ...token,
          name,
          scopes: ['memories:read'],
          collections: null,
          origin: null,
          ownOnly: false,
          paused: false,
          rateLimit: { requests: 120, seconds: 60 },
          expiresAt: null,
          lastUsedAt: null,
        },
        'a new token',
      );
      matches(secret, /^cpk_[0-9A-Za-z]+_[0-9A-Za-z_-]{43,}$/, 'the secret');
      const tokens = await allTokens(context.admin);
      const text = JSON.stringify(tokens);
      const found = tokens.find(({ id }) => id === token.id);
      checkShape('token', found);
      equal(found, token, 'listed');
      check(
        !text.includes('cpk_') && !text.includes(secret?.split('_').at(-1) ?? ''),
        'a list of tokens contains a secret',
      );
    },
  },
  {
    name: 'tokens: each token has its own secret',
    covers: ['token.form'],
    async run(context) {
      const secrets = await Promise.all([1, 2, 3].map(async () => (await context.createToken()).token?.slice(-32)));
      equal(new Set(secrets).size, 3, 'different secrets');
    },
  },
  {
    name: 'tokens: a missing, unknown or altered token or another scheme is 401',
    covers: ['source.bearer', 'error.unauthorized'],
    spends: { own: 0 },
    async run(context) {
      const secret = (await context.createToken()).token ?? '';
      const last = secret.at(-1) === 'a' ? 'b' : 'a';
      const tokens = [
        `${secret.slice(0, -1)}${last}`,
        `${secret}a`,
        secret.slice(0, -1),
        secret.toUpperCase(),
        secret.slice(4),
        `cpk_${newWord()}_${newWord()}`,
        'cpk__',
        'cpk_',
        'x',
        'null',
        `${secret} ${secret}`,
      ];
      const rows: [string, Session, Record<string, string>][] = tokens.map((token) => [
        `Bearer ${token}`,
        context.session(token),
        {},
      ]);
      if (context.host.source === null) {
        const nobody = context.session(undefined);
        for (const authorization of [undefined, '', 'Bearer', 'Bearer ', `Basic ${secret}`, secret, `Bearer${secret}`])
          rows.push([`${authorization}`, nobody, authorization === undefined ? {} : { authorization }]);
      }
      await checkEveryRow(
        rows,
        ([name]) => name,
        async ([, session, headers]) => {
          await session.expectRefusal('listMemories', { headers }, 'unauthorized', 401);
          await session.expectRefusal('createMemory', { body: { content: 'x' }, headers }, 'unauthorized', 401);
        },
      );
    },
  },
  {
    name: 'tokens: the scheme Bearer may be in any case',
    covers: ['source.bearer'],
    async run(context) {
      const secret = (await context.createToken()).token ?? '';
      for (const scheme of ['bearer', 'BEARER'])
        await context
          .session(undefined)
          .expectSuccess('readUsage', { headers: { authorization: `${scheme} ${secret}` } });
    },
  },
  {
    name: 'tokens: a revoked token is 401 at once and no longer listed',
    covers: ['token.revoked', 'operation.revokeToken', 'error.unauthorized', 'extension.tokens'],
    async run(context) {
      const { id, token } = await context.createToken();
      const session = context.session(token);
      const memory = await context.memory({}, session);
      const revoked = await context.admin.expectSuccess('revokeToken', { id });
      equal(revoked.text, '', 'body of 204');
      await session.expectRefusal('readMemory', { id: memory.id }, 'unauthorized', 401);
      equal(await listed(context, id), undefined, 'listed');
      await context.admin.expectRefusal('revokeToken', { id }, 'not_found', 404);
      equal(await context.admin.bodyOf('readMemory', { id: memory.id }), memory, 'what it wrote');
    },
  },
  {
    name: 'tokens: a token can revoke itself',
    covers: ['token.revoked'],
    async run(context) {
      const { id, token } = await context.createToken();
      const session = context.session(token);
      await session.expectSuccess('revokeToken', { id });
      await session.expectRefusal('listTokens', {}, 'unauthorized', 401);
    },
  },
  {
    name: 'tokens: an expired token is 401',
    covers: ['token.expiry', 'token.shape', 'error.unauthorized'],
    async run(context) {
      // On a busy machine, a token may expire before its first request. So each attempt uses a longer expiry.
      for (let seconds = 1.5; ; seconds *= 4) {
        const expires = context.now() + seconds * 1_000;
        const { token, expiresAt } = await context.createToken({ expiresAt: new Date(expires).toISOString() });
        equal(expiresAt, new Date(expires).toISOString(), 'expiresAt');
        const session = context.session(token);
        const used = await session.call('readUsage');
        if (used.status === 401 && context.now() >= expires && seconds < 60) continue;
        check(used.status === 200, `readUsage returned ${used.status} before the token expired`);
        await context.wait(expires - context.now() + 100);
        await session.expectRefusal('readUsage', {}, 'unauthorized', 401);
        return;
      }
    },
  },
  {
    name: 'tokens: lastUsedAt shows the last use',
    covers: ['token.last-used'],
    async run(context) {
      const { id, token, createdAt } = await context.createToken();
      equal((await listed(context, id))?.lastUsedAt, null, 'before any use');
      await context.session(token).expectSuccess('readUsage');
      const used = (await listed(context, id))?.lastUsedAt ?? '';
      check(used >= createdAt, `lastUsedAt is ${used} after a use`);
    },
  },
  {
    name: 'tokens: a token can’t grant more than it has',
    covers: ['token.own-rights', 'error.forbidden'],
    async run(context) {
      const [own, other] = [await context.collection(), await context.collection()];
      const expiresAt = new Date(context.now() + 3_600_000).toISOString();
      const later = new Date(context.now() + 7_200_000).toISOString();
      const narrow = await context.sessionWith({ scopes: ['tokens:manage', 'memories:read'] });
      const limited = await context.sessionWith({ collections: [own.id] });
      const brief = await context.sessionWith({ expiresAt });
      const slow = await context.sessionWith({ rateLimit: { requests: 60, seconds: 60 } });
      const rows: [string, Session, object, number][] = [
        ['a scope it lacks', narrow, { scopes: ['memories:read', 'memories:write'] }, 403],
        ['scopes it has', narrow, { scopes: ['memories:read', 'tokens:manage'] }, 201],
        ['its collection and another', limited, { collections: [own.id, other.id] }, 404],
        ['its collection', limited, { collections: [own.name] }, 201],
        ['a later expiry', brief, { expiresAt: later }, 403],
        ['the same expiry', brief, { expiresAt }, 201],
        ['a higher rate', slow, { rateLimit: { requests: 61, seconds: 60 } }, 403],
        ['as many requests in less time', slow, { rateLimit: { requests: 60, seconds: 59 } }, 403],
        ['more requests in a longer window', slow, { rateLimit: { requests: 61, seconds: 3_600 } }, 403],
        ['as many requests in a longer window', slow, { rateLimit: { requests: 60, seconds: 120 } }, 201],
      ];
      const count = (await allTokens(context.admin)).length;
      await checkEveryRow(
        rows,
        ([name]) => name,
        async ([, session, body, status]) => {
          const answer = await session.call('createToken', {
            body: { name: newWord(), scopes: ['memories:read'], ...body },
          });
          equal(answer.status, status, 'status');
        },
      );
      equal((await allTokens(context.admin)).length - count, 4, 'tokens created');
    },
  },
  {
    name: 'tokens: revoking a token revokes all its descendants',
    covers: ['token.descendants', 'token.revoked'],
    async run(context) {
      const first = await context.createToken();
      const second = await context.createToken({}, context.session(first.token));
      const third = await context.createToken({}, context.session(second.token));
      const other = await context.sessionWith({});
      await context.session(third.token).expectSuccess('readUsage');
      await context.admin.expectSuccess('revokeToken', { id: first.id });
      for (const { id, token } of [first, second, third]) {
        await context.session(token).expectRefusal('readUsage', {}, 'unauthorized', 401);
        equal(await listed(context, id), undefined, 'listed');
      }
      await other.expectSuccess('readUsage');
    },
  },
  {
    name: 'tokens: a token with eight ancestors can’t create tokens',
    covers: ['token.generations'],
    async run(context) {
      let answer = await context.admin.call('createToken', { body: { name: newWord(), scopes: ['tokens:manage'] } });
      let made = 0;
      for (; answer.status === 201 && made <= limits.tokenAncestors; made++) {
        const parent = context.session((answer.body as { token: string }).token);
        answer = await parent.call('createToken', { body: { name: newWord(), scopes: ['tokens:manage'] } });
      }
      refusalOf(answer, 'forbidden', 403);
      check(made <= limits.tokenAncestors, `a token with more than ${limits.tokenAncestors} ancestors was created`);
    },
  },
  {
    name: 'tokens: a new token inherits its creator’s collections and expiry, and the creator’s rate limit if below the default',
    covers: ['token.inherits', 'token.own-rights', 'rate.settable'],
    async run(context) {
      const { id } = await context.collection();
      const expiresAt = new Date(context.now() + 3_600_000).toISOString();
      const rateLimit = { requests: 60, seconds: 60 };
      const parent = await context.sessionWith({ collections: [id], expiresAt, rateLimit });
      const child = await parent.bodyOf('createToken', { body: { name: newWord(), scopes: ['memories:read'] } });
      equal(
        [child.collections, child.expiresAt, child.rateLimit],
        [[id], expiresAt, rateLimit],
        'collections, expiry and rate',
      );
    },
  },
  {
    name: 'tokens: collections are named by id or name and returned as ids; an unknown one is 404',
    covers: ['token.shape', 'reference.either', 'reference.absent'],
    async run(context) {
      const [one, two] = [await context.collection(), await context.collection()];
      equal(
        (await context.createToken({ collections: [one.name.toUpperCase(), two.id] })).collections?.toSorted(),
        [one.id, two.id].sort(),
        'collections',
      );
      await context.admin.expectRefusal(
        'createToken',
        { body: { name: 'x', scopes: ['memories:read'], collections: [one.id, newWord()] } },
        'not_found',
        404,
      );
    },
  },
  {
    name: 'tokens: pages list each token once',
    covers: ['operation.listTokens', 'list.limit', 'list.last', 'list.cursor'],
    async run(context) {
      const made = [await context.createToken(), await context.createToken(), await context.createToken()].map(
        ({ id }) => id,
      );
      const ids = (await allTokens(context.admin, 1)).map(({ id }) => id);
      equal(new Set(ids).size, ids.length, 'different ids');
      check(
        made.every((id) => ids.includes(id)),
        'a token is missing from the pages',
      );
    },
  },
];

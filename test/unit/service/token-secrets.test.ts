import { expect, test } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { createSignInLinks } from '../../../src/server/sign-in-links.ts';
import { scopeNames } from '../../../src/v1/scopes.ts';
import { testService } from '../../support/service.ts';

test('a wrong secret and an unknown token get the same response, apart from the number of remaining requests', async () => {
  const host = testService(inMemoryStore());
  const token = await host.token({ scopes: ['memories:read'] });
  const [prefix, id, secret] = token.split('_') as [string, string, string];
  const wrong = `${prefix}_${id}_${[...secret].toReversed().join('')}`;
  const unknown = `${prefix}_${[...id].toReversed().join('')}_${secret}`;
  const [one, other] = await Promise.all(
    [wrong, unknown].map(async (invalid) => {
      const answer = await host.service.fetch(
        new Request('http://test.invalid/v1/memories', { headers: { authorization: `Bearer ${invalid}` } }),
        {},
      );
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
    }),
  );
  expect(one?.status).toBe(401);
  const withoutRate = (answer: typeof one) => ({
    ...answer,
    headers: answer?.headers.filter(([name]) => !name.startsWith('x-ratelimit-remaining')),
  });
  expect(withoutRate(other)).toEqual(withoutRate(one));
});

// If a program could add a secret to a sign-in's token, it could use that token to create tokens that don't count
// towards the program's own rate limit.
test('only the extension’s pages and the token itself can add a secret to a token created by a sign-in', async () => {
  const store = inMemoryStore();
  const host = testService(store);
  const links = createSignInLinks(store, host.clock);
  const session = (await links.exchange(links.issue(), false))!;
  const rateLimit = { requests: 6_000, seconds: 60 };
  const program = await host.token({ scopes: [...scopeNames], rateLimit });
  const added = (token: string | undefined) =>
    host.send('POST', `/tokens/tok_${session.split('_')[1]}/secrets`, undefined, token === undefined ? {} : { token });
  expect((await added(program)).status).toBe(403);
  expect((await added(session)).status).toBe(201);
  expect((await added(undefined)).status).toBe(201);
});

test('a token can add secrets only to itself and to its descendants', async () => {
  const host = testService(inMemoryStore());
  const scopes = ['memories:read', 'tokens:manage'];
  const rateLimit = { requests: 20, seconds: 60 };
  const id = (secret: string) => `tok_${secret.split('_')[1]}`;
  const childOf = async (token: string): Promise<string> =>
    (await host.send('POST', '/tokens', { name: 'child', scopes }, { token })).body.token;
  const [caller, sibling] = [await host.token({ scopes, rateLimit }), await host.token({ scopes, rateLimit })];
  const child = await childOf(caller);
  const grandchild = await childOf(child);
  const added = (token: string | undefined, to: string) =>
    host.send('POST', `/tokens/${id(to)}/secrets`, undefined, token === undefined ? {} : { token });
  const statuses = (token: string | undefined, targets: string[]) =>
    Promise.all(targets.map(async (to) => (await added(token, to)).status));

  expect(await statuses(caller, [caller, child, grandchild])).toEqual([201, 201, 201]);
  expect(await statuses(caller, [sibling, await childOf(sibling)])).toEqual([403, 403]);
  expect(await statuses(child, [caller, sibling])).toEqual([403, 403]);
  expect(await statuses(undefined, [caller, sibling, grandchild])).toEqual([201, 201, 201]);
  expect((await added(caller, sibling)).body.error).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('only to itself'),
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { defaultRateLimit, limits } from '../../../src/v1/limits.ts';
import type { RateLimit } from '../../../src/v1/schemas/token.ts';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const scopes = ['memories:read', 'tokens:manage'];

describe.each(stores)('on %s', (_, make) => {
  let host: TestService;

  beforeEach(() => {
    host = testService(make());
  });

  const ask = (token: string) => host.send('GET', '/usage', undefined, { token });
  const create = (parent: string, rateLimit?: RateLimit) =>
    host.send('POST', '/tokens', { name: 'child', scopes, ...(rateLimit && { rateLimit }) }, { token: parent });
  const child = async (parent: string, rateLimit?: RateLimit): Promise<string> =>
    (await create(parent, rateLimit)).body.token;
  const window = (answer: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(answer.headers.get(`x-ratelimit-${name}`)));
  /**
   * The Unix time `after` seconds from now. The test clock starts on the hour, so aligned windows of a minute or an
   * hour start now.
   */
  const unixTimeIn = (after: number) => host.clock.now() / 1000 + after;

  describe('a token created by a token', () => {
    it('is refused if it asks for more requests or a shorter window than its parent’s', async () => {
      const parent = await host.token({ scopes, rateLimit: { requests: 120, seconds: 60 } });
      const status = async (requests: number, over: number) =>
        (await create(parent, { requests, seconds: over })).status;
      expect([
        await status(172_800, 86_400),
        await status(121, 121),
        await status(120, 59),
        await status(1, 1),
      ]).toEqual([403, 403, 403, 403]);
      expect([await status(120, 60), await status(120, 86_400), await status(1, 60)]).toEqual([201, 201, 201]);
    });

    it('can’t be updated to more requests or a shorter window than its parent’s, by anyone', async () => {
      const parent = await host.token({ scopes, rateLimit: { requests: 120, seconds: 60 } });
      const made = await host.send('POST', '/tokens', { name: 'child', scopes: ['memories:read'] }, { token: parent });
      const other = await host.token({ scopes, rateLimit: { requests: 6_000, seconds: 1 } });
      const update = async (body: object, token?: string) =>
        (await host.send('PATCH', `/tokens/${made.body.id}`, body, token === undefined ? {} : { token })).status;
      const give = (requests: number, seconds: number, token?: string) =>
        update({ rateLimit: { requests, seconds } }, token);
      for (const token of [undefined, other, parent]) {
        expect([await give(121, 60, token), await give(120, 59, token), await give(1, 1, token)]).toEqual([
          403, 403, 403,
        ]);
        expect([await give(60, 60, token), await give(120, 60, token)]).toEqual([200, 200]);
      }
      expect(await update({ paused: true })).toBe(200);
    });

    it('has the default rate limit, or its parent’s if the parent has fewer requests or a longer window', async () => {
      for (const [parentLimit, expected] of [
        [{ requests: 6_000, seconds: 60 }, defaultRateLimit],
        [{ requests: 6_000, seconds: 1 }, defaultRateLimit],
        [
          { requests: 60, seconds: 60 },
          { requests: 60, seconds: 60 },
        ],
        [
          { requests: 6_000, seconds: 3_600 },
          { requests: 6_000, seconds: 3_600 },
        ],
      ] as const) {
        expect((await create(await host.token({ scopes, rateLimit: parentLimit }))).body.rateLimit).toEqual(expected);
      }
    });

    it('shares its parent’s rate limit with its siblings', async () => {
      const parent = await host.token({ scopes, rateLimit: { requests: 50, seconds: 60 } });
      const children: string[] = [];
      for (let count = 0; count < 20; count++) children.push(await child(parent));
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, number) => ask([parent, ...children][number % 21]!)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    });

    it('gets rate headers for its own limit or its parent’s, whichever has fewer requests left', async () => {
      const parent = await host.token({ scopes, rateLimit: { requests: 10, seconds: 60 } });
      const small = await child(parent, { requests: 3, seconds: 3_600 });
      const large = await child(parent, { requests: 10, seconds: 3_600 });
      expect(window(await ask(small))).toEqual([3, 2, unixTimeIn(3_600)]);
      expect(window(await ask(large))).toEqual([10, 6, unixTimeIn(60)]);
      expect((await ask(large)).body.rateLimit).toEqual({ limit: 10, remaining: 5, reset: unixTimeIn(60) });
      for (let count = 0; count < 2; count++) await ask(small);
      const refused = await ask(small);
      expect([refused.status, window(refused), refused.body.error.retryAfter]).toEqual([
        429,
        [3, 0, unixTimeIn(3_600)],
        3_600,
      ]);
      for (let count = 0; count < 3; count++) await ask(parent);
      const late = await ask(large);
      expect([late.status, window(late), late.headers.get('retry-after')]).toEqual([
        429,
        [10, 0, unixTimeIn(60)],
        '60',
      ]);
    });

    it('has its requests counted against its grandparent’s limit too', async () => {
      const first = await host.token({ scopes, rateLimit: { requests: 5, seconds: 60 } });
      const second = await child(first);
      const third = await child(second);
      expect([(await ask(third)).status, (await ask(second)).status, (await ask(first)).status]).toEqual([
        200, 200, 200,
      ]);
      expect([(await ask(third)).status, (await ask(second)).status, (await ask(first)).status]).toEqual([
        429, 429, 429,
      ]);
      host.clock.advance(60);
      expect((await ask(third)).status).toBe(200);
    });

    it('is revoked with its parent; other tokens stay valid', async () => {
      const [parent, other] = [await host.token({ scopes }), await host.token({ scopes })];
      const lineage = [parent, await child(parent)];
      lineage.push(await child(lineage[1]!));
      const statuses = async (tokens: string[]) => Promise.all(tokens.map(async (token) => (await ask(token)).status));
      expect(await statuses(lineage)).toEqual([200, 200, 200]);
      const id = (token: string) => `tok_${token.split('_')[1]}`;
      expect((await host.send('DELETE', `/tokens/${id(lineage[1]!)}`)).status).toBe(204);
      expect(await statuses([...lineage, other])).toEqual([200, 401, 401, 200]);
      const newChild = await child(parent);
      await host.send('DELETE', `/tokens/${id(parent)}`);
      expect(await statuses([parent, newChild, other])).toEqual([401, 401, 200]);
      expect((await host.send('GET', '/tokens')).body.tokens).toHaveLength(1);
    });

    it('can create other tokens, up to a limit of generations', async () => {
      let token = await host.token({ scopes });
      for (let generation = 0; generation < limits.tokenAncestors; generation++) token = await child(token);
      expect((await create(token)).status).toBe(403);
      expect((await ask(token)).status).toBe(200);
    });
  });

  it('a page of the extension can give any rate limit to a token that such a page created', async () => {
    const id = `tok_${(await host.token({ scopes: ['memories:read'] })).split('_')[1]}`;
    const rateLimit = { requests: 1_000_000, seconds: 1 };
    expect((await host.send('PATCH', `/tokens/${id}`, { rateLimit })).body.rateLimit).toEqual(rateLimit);
  });

  it('a token created by a page of the extension has no parent, and its requests don’t count for the page', async () => {
    const tokens = [
      await host.token({ scopes, rateLimit: { requests: 1_000_000, seconds: 1 } }),
      await host.token({ scopes }),
    ];
    for (const token of tokens) for (let count = 0; count < 120; count++) expect((await ask(token)).status).toBe(200);
    expect(window(await host.send('GET', '/usage'))[1]).toBe(6_000 - 3);
  });
});

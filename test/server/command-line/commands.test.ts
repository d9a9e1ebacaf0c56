import { describe, expect, test } from 'vitest';
import { scopeNames } from '../../../src/v1/scopes.ts';
import { ofTheDay, runsAll } from '../../support/rounds.ts';
import { setups } from './setups.ts';

/**
 * On a folder without a server, each command opens PGlite, which is slow. So `npm test` leaves this setup to
 * ./transfer-commands.test.ts and ./beside.test.ts.
 */
const tested = runsAll ? setups : ofTheDay(setups.filter(([name]) => name !== 'on a folder'));

describe.each(tested)('%s', (_, make) => {
  test('commands manage users, tokens and plans, and doctor finds nothing wrong', async () => {
    const { run, done, server } = await make();
    expect(await done(['user', 'add', 'anna'])).toBe('Added the user anna.\n');
    const taken = await run(['user', 'add', 'anna']);
    expect({ code: taken.code, stderr: taken.stderr }).toEqual({
      code: 1,
      stderr: 'A user named anna exists already.\n',
    });

    const made = await done([
      'token',
      'create',
      '--user',
      'anna',
      '--name',
      'my tool',
      '--scopes',
      'memories:read,memories:write',
      '--expires',
      '30d',
      '--rate',
      '7/60',
    ]);
    const secret = made.trimEnd().split('\n').at(-1)!;
    expect(secret).toMatch(/^cpk_[0-9a-z]{26}_[0-9a-f]{64}$/);
    const whole = JSON.parse(
      await done(['token', 'create', '--user', 'anna', '--name', 'all', '--scopes', scopeNames.join(), '--json']),
    ) as { id: string; token: string; user: string };
    expect(whole).toMatchObject({
      user: 'anna',
      name: 'all',
      scopes: scopeNames,
      collections: null,
      expiresAt: null,
      rateLimit: { requests: 120, seconds: 60 },
    });

    const { tokens } = JSON.parse(await done(['token', 'list', '--json'])) as {
      tokens: { id: string; user: string; name: string; rateLimit: object; expiresAt: string | null }[];
    };
    const [first] = tokens.filter(({ name }) => name === 'my tool');
    expect(first).toMatchObject({ user: 'anna', rateLimit: { requests: 7, seconds: 60 } });
    const days = (Date.parse(first!.expiresAt!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30);
    expect(await done(['token', 'list'])).not.toContain('cpk_');

    await done(['plan', 'set', 'anna', 'free']);
    const { users } = JSON.parse(await done(['user', 'list', '--json'])) as { users: object[] };
    expect(users).toContainEqual(expect.objectContaining({ name: 'anna', plan: 'free', memories: 0 }));

    if (server !== undefined) {
      const usage = await fetch(`${server.url}/usage`, { headers: { authorization: `Bearer ${secret}` } });
      expect({
        status: usage.status,
        limit: usage.headers.get('x-ratelimit-limit'),
        body: await usage.json(),
      }).toMatchObject({ status: 200, limit: '7', body: { plan: 'free' } });
    }
    expect(await done(['token', 'revoke', first!.id])).toBe(`Revoked the token ${first!.id} of anna.\n`);
    expect((await run(['token', 'revoke', first!.id])).code).toBe(1);
    if (server !== undefined)
      expect((await fetch(`${server.url}/usage`, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(401);

    expect(JSON.parse(await done(['migrate', '--json']))).toEqual({
      done: server === undefined ? [] : (expect.any(Array) as unknown),
    });
    const { findings } = JSON.parse(await done(['doctor', '--json'])) as { findings: { state: string }[] };
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  });
});

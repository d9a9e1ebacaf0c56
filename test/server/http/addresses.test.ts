import { expect, test } from 'vitest';
import { testDoor } from '../../support/server/door.ts';

/** How much is left of the window in which a stranger is counted. */
async function left(base: string, forwarded?: string): Promise<number> {
  const answer = await fetch(`${base}/v1/usage`, { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } });
  return Number(answer.headers.get('x-ratelimit-remaining'));
}

test('strangers are counted by the address that they come from, whatever they say of it', async () => {
  const { base } = await testDoor();
  expect([await left(base), await left(base, '192.0.2.1'), await left(base, '192.0.2.2')]).toEqual([119, 118, 117]);
});

test('behind a proxy they are counted by the address that the proxy added, not by what stood there before', async () => {
  const { base } = await testDoor({ behindProxy: true });
  expect([await left(base, '192.0.2.1'), await left(base, '192.0.2.2'), await left(base, '198.51.100.7, 192.0.2.1')]).toEqual([119, 119, 118]);
});

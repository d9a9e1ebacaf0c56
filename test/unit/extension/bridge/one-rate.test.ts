import { expect, test } from 'vitest';
import { openPageLink } from '../../../../src/client/page/link.ts';
import { bridgeIn, fakeWindow, waitForMessages, siteHost } from '../../../support/page-sites.ts';

test('64 tabs of a site share one rate limit, even if their ports are closed during calls', async () => {
  const limit = 500;
  const host = siteHost();
  await host.grant({ rateLimit: { requests: limit, seconds: 86_400 } });
  // Waits before and after the service counts a call, so that kills happen at both times.
  const slowAccess: typeof host.access = async (...args) => {
    await waitForMessages(1);
    const answer = await host.access(...args);
    await waitForMessages(2);
    return answer;
  };
  const counts = { answered: 0, limited: 0, killed: 0 };
  const tabs = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const page = fakeWindow();
      const { kill } = bridgeIn(page, slowAccess, async () => true);
      const link = openPageLink(page, { onEnd: () => {} });
      return { link, kill };
    }),
  );
  const connected = await tabs[0]!.link.call({ connect: ['memories:read'] });
  const token = connected && 'secret' in connected ? connected.secret : '';
  const request = {
    commonplace: 1 as const,
    method: 'GET',
    path: '/v1/memories?limit=1',
    headers: { authorization: `Bearer ${token}` },
  };

  const finished = new AbortController();
  const killing = (async () => {
    for (let kills = 0; !finished.signal.aborted; kills++) {
      await waitForMessages(5);
      tabs[kills % tabs.length]!.kill();
    }
  })();
  await Promise.all(
    tabs.map(async ({ link }) => {
      for (let call = 0; call < 100; call++) {
        const answer = await link.call({ request });
        if (!answer || !('response' in answer)) counts.killed++;
        else if (answer.response.status === 429) counts.limited++;
        else counts.answered++;
      }
    }),
  );
  finished.abort();
  await killing;
  expect(counts.answered + counts.limited + counts.killed).toBe(6_400);
  expect(counts.killed).toBeGreaterThan(0);
  // A killed call may or may not have counted.
  expect(counts.answered).toBeLessThanOrEqual(limit);
  expect(counts.answered + counts.killed).toBeGreaterThanOrEqual(limit);
  for (const { link } of tabs) link.close(new Error('The test is over.'));
});

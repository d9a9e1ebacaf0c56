import { expect, test } from 'vitest';
import { serverForTest } from '../../support/server/start.ts';

test('says where it listens and the first token, which has all scopes', async () => {
  const { url, token, output } = await serverForTest();
  expect(output.stdout).toMatch(/^Commonplace v1 is listening on http:\/\/127\.0\.0\.1:\d+\/v1\nFirst token: cpk_[0-9a-z]{26}_[0-9a-f]{64}\n$/);
  const answer = await fetch(`${url}/tokens`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
});

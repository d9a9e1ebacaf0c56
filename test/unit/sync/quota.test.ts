import { expect, test } from 'vitest';
import { quotaOf } from '../../../src/sync/quota.ts';
import { synced } from '../../support/sync-bench.ts';

test.each(['plain', 'extended'] as const)('asks a %s server without usage for no numbers', async (kind) => {
  const one = await synced(kind, 1);
  expect(await quotaOf(one.parts())).toBeUndefined();
  one.answer = ({ method }, carryOut) =>
    method === 'GET' ? carryOut() : { status: 403, body: { error: { code: 'quota_exceeded', message: 'Full.' } } };
  await one.save('one too many');
  await one.round();
  expect(await quotaOf(one.parts())).toEqual({
    kind: 'unknown',
    until: new Date(one.now + 3_600_000).toISOString(),
  });
  expect(one.sent.filter((line) => line.includes('usage'))).toEqual([]);
  one.now += 3_600_000;
  expect(await quotaOf(one.parts())).toBeUndefined();
});

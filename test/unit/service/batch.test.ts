import { expect, test } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService } from '../../support/service.ts';

const count = 50;

test.each([
  ['revoked', 401, 'DELETE', undefined],
  ['paused', 403, 'PATCH', { paused: true }],
  // 503, like a single write whose token is limited while the body arrives.
  ['limited to reading', 503, 'PATCH', { scopes: ['memories:read'] }],
] as const)('a token that is %s during a batch writes nothing more', async (_, status, method, body) => {
  const service = testService(inMemoryStore());
  const token = await service.token({ scopes: ['memories:read', 'memories:write'] });
  const [{ id }] = (await service.send('GET', '/tokens')).body.tokens;
  const requests = Array.from({ length: count }, (_, index) => ({
    method: 'POST',
    path: '/v1/memories',
    body: { content: `note ${index}` },
  }));
  const sending = service.send('POST', '/batch', { requests }, { token });
  const change = await service.send(method, `/tokens/${id}`, body);
  expect(change.status).toBeLessThan(300);
  const used = async () => (await service.send('GET', '/usage')).body.memories.used as number;
  const before = await used();
  const { responses } = (await sending).body as { responses: { status: number }[] };
  // One write may be running when the token changes.
  expect((await used()) - before).toBeLessThan(2);
  expect(before).toBeLessThan(count / 2);
  expect(responses.at(-1)!.status).toBe(status);
});

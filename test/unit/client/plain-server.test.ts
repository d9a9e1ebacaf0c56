import { describe, expect, it, onTestFinished } from 'vitest';
import { Commonplace, NotFound, NotOffered, RateLimited } from '../../../src/client/package/index.ts';
import { collect } from '../../support/client/collect.ts';
import { startPlainServer, type Choices } from '../../support/plain-server/index.ts';

async function connect(choices: Partial<Choices> = {}) {
  const server = await startPlainServer(choices);
  onTestFinished(() => server.close());
  const waits: number[] = [];
  const client = new Commonplace({
    baseUrl: server.url,
    token: server.token,
    clock: {
      now: () => server.clock.now(),
      wait: async (ms) => (waits.push(ms), server.clock.wait(ms)),
      random: () => 0.5,
      newKey: () => 'a key',
    },
  });
  return { server, client, waits };
}

const oddChoices: Partial<Choices>[] = [
  {},
  { lastCursor: 'empty', createdStatus: 200, collectionField: 'name', reference: 'name' },
  { lastCursor: 'missing', collectionField: 'missing', order: 'oldest first', extraFields: true },
  { createdStatus: 200, extraFields: true, limitedStatus: 503, reset: 'Unix milliseconds' },
];

describe('the client with a plain server', () => {
  it.each(oddChoices)('can use all eight operations if the server makes the choices %j', async (choices) => {
    const { client } = await connect(choices);
    const { id, name } = await client.collections.create({ name: 'House' });
    const collection = choices.reference === 'name' ? name : id;
    const saved = await client.memories.create({ content: 'The boiler is in the cellar', tags: ['heat'], collection });
    expect(await client.memories.read(saved.id)).toEqual(saved);
    expect(await client.memories.update(saved.id, { content: 'The boiler is gone' })).toMatchObject({ tags: ['heat'] });
    const { memories } = await client.memories.search({ query: 'boiler', filters: { collection, tags: ['heat'] } });
    expect(memories.map((memory) => memory.content)).toEqual(['The boiler is gone']);
    expect(await collect(client.collections.list())).toMatchObject([{ name: 'House' }]);
    for (let count = 0; count < 4; count++) await client.memories.create({ content: `note ${count}`, collection });
    expect(await collect(client.memories.list({ limit: 2 }))).toHaveLength(5);
    expect(await collect(client.collections.memories(id, { limit: 2 }).pages())).toHaveLength(3);
    await expect(client.memories.read('mem_unknown')).rejects.toBeInstanceOf(NotFound);
    expect(client.extensions).toEqual(new Set());
  });

  it('keeps unknown fields', async () => {
    const { client } = await connect({ extraFields: true });
    expect(await client.memories.create({ content: 'tea' })).toMatchObject({ colour: 'red', server: { version: 3 } });
    expect(await client.memories.list()).toMatchObject({ colour: 'red' });
  });

  it('learns from one GET which calls the server doesn’t offer, and rejects each without a request', async () => {
    const { client, server } = await connect();
    const refused = [
      () => client.memories.delete('mem_1'),
      () => client.memories.restore('mem_1'),
      () => client.collections.rename('col_1', 'x'),
      () => client.collections.delete('col_1'),
      () => client.tags.list(),
      () => client.usage.read(),
      () => client.tokens.list(),
      () => client.tokens.create({ name: 'x', scopes: ['memories:read'] }),
      () => client.tokens.update('tok_1', { paused: true }),
      () => client.tokens.createSecret('tok_1'),
      () => client.tokens.revoke('tok_1'),
      () => client.memories.list({ tag: ['a'] }),
      () => client.memories.search({ like: { text: 'tea' } }),
      () => client.memories.search({ query: 'tea', filters: { source: 'x' } }),
      () => client.memories.create({ content: 'x', title: 'x' }),
      () => client.memories.create({ content: 'x' }, { idempotencyKey: 'k' }),
      () => client.memories.update('mem_1', { content: 'x' }, { ifVersion: 1 }),
    ];
    for (const call of refused) await expect(call()).rejects.toBeInstanceOf(NotOffered);
    expect(server.requests()).toBe(1);
  });

  it.each(['seconds', 'milliseconds', 'Unix seconds', 'Unix milliseconds'] as const)(
    'waits until the rate limit resets if the server gives the reset in %s',
    async (reset) => {
      const { client, waits } = await connect({ rate: { requests: 2, seconds: 30 }, reset });
      for (let count = 0; count < 5; count++) await client.memories.create({ content: `note ${count}` });
      expect(waits).toHaveLength(2);
      for (const ms of waits) expect(ms).toBeGreaterThan(29_000);
      for (const ms of waits) expect(ms).toBeLessThanOrEqual(31_000);
      expect(client.retries.remaining).toBe(client.retries.capacity);
    },
  );

  it('reports the rate limit', async () => {
    const { client, server } = await connect({ rate: { requests: 5, seconds: 40 }, reset: 'Unix seconds' });
    await client.memories.list();
    expect(client.rateLimit).toMatchObject({ limit: 5, remaining: 4 });
    expect(Math.abs(client.rateLimit!.resetAt!.getTime() - server.clock.now() - 40_000)).toBeLessThan(2_000);
  });

  it('rejects a rate-limited call at once if the wait would be too long', async () => {
    const { client, waits } = await connect({ rate: { requests: 1, seconds: 90 } });
    await client.memories.list();
    await expect(client.memories.list()).rejects.toBeInstanceOf(RateLimited);
    expect(waits).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { ExtendedServer } from '../../simulation/extended-server.ts';
import type { ModelRequest } from '../../simulation/model-server.ts';
import {
  syncDevice,
  liveCount,
  synced,
  writeElsewhere,
  type Answer,
  type SyncDevice,
} from '../../support/sync-device.ts';

/**
 * A client must send fewer requests than this to read a list. The lists end after this many pages, so that a failing
 * test ends, too.
 */
const tooMany = 12_000;

const at = '2026-01-01T00:00:00.000Z';
const memory = (id: string) => ({
  id,
  content: `theirs ${id}`,
  tags: [],
  collection: null,
  source: 'api:other',
  createdAt: at,
  updatedAt: at,
});

/** Makes the server's list at `path` endless. `page` returns each page. */
function endless(one: SyncDevice, path: string, page: (cursor: string | null, count: number) => unknown): void {
  let count = 0;
  one.answer = (request: ModelRequest, carryOut: () => Answer) => {
    if (request.method !== 'GET' || request.path !== path || count > tooMany) return carryOut();
    return { status: 200, body: page(request.query.get('cursor') ?? request.query.get('since'), ++count) };
  };
}

describe('a list that never ends', () => {
  test.each([
    ['the same cursor again', () => 'same'],
    ['two alternating cursors', (cursor: string | null) => (cursor === 'odd' ? 'even' : 'odd')],
  ])('is read until it repeats itself: %s', async (_, next) => {
    const one = syncDevice('plain');
    await one.save('mine');
    endless(one, '/memories', (cursor) => ({
      memories: [memory(`mem_${cursor}`)],
      nextCursor: next(cursor),
    }));
    await one.round();
    expect(one.sent.filter((line) => line.startsWith('GET /v1/memories')).length).toBeLessThanOrEqual(4);
    expect(liveCount(one)).toBeGreaterThan(1);
  });

  test.each([
    ['the same memories', (count: number) => [memory(`mem_${count % 3}`)], 2 + 2 * 1_003],
    ['one item a page, which isn’t a memory', () => [null], 2 + 2 * 1_000],
    ['100 items a page, which aren’t memories', () => Array.from({ length: 100 }, () => null), 2 + 2 * 10],
  ])('is given up after a limited number of pages: with %s', async (_, items, most) => {
    const one = await synced('plain', 3);
    endless(one, '/memories', (__, count) => ({ memories: items(count), nextCursor: `cursor ${count}` }));
    for (let round = 0; round < 3; round++) {
      one.sent.length = 0;
      one.now += 120_000;
      await one.round();
      expect(one.sent.length).toBeLessThanOrEqual(most + 2);
    }
    // A reading that was broken off doesn't prove that a memory is missing.
    expect([...one.disk.items.values()].filter(({ missing }) => missing !== null)).toEqual([]);
    one.answer = (___, carryOut) => carryOut();
    await one.save('later');
    await one.round();
    expect(one.server.liveMemories()).toHaveLength(4);
  });

  test.each([
    ['goes in circles', (since: string | null) => (since === 'odd' ? 'even' : 'odd')],
    ['always has more', (_: string | null, count: number) => `since ${count}`],
  ])('stops the round if it lists changes: it %s', async (_, next) => {
    const one = await synced('extended', 3);
    endless(one, '/changes', (since, count) => ({
      memories: [],
      erased: [],
      collections: null,
      since: next(since, count),
      more: true,
    }));
    expect((await one.round()).stopped).toBe('unreachable');
    expect(one.sent.length).toBeLessThan(tooMany);
    expect(liveCount(one)).toBe(3);
  });

  test.each([
    ['goes in circles', (cursor: string | null) => (cursor === 'odd' ? 'even' : 'odd')],
    ['always has more', (_: string | null, count: number) => `cursor ${count}`],
  ])('doesn’t keep memories from being sent if it lists collections: it %s', async (_, next) => {
    const one = syncDevice('plain');
    await one.save('mine');
    endless(one, '/collections', (cursor, count) => ({ collections: [], nextCursor: next(cursor, count) }));
    await one.round();
    expect(one.sent.filter((line) => line.startsWith('GET /v1/collections')).length).toBeGreaterThan(1);
    expect(one.sent.length).toBeLessThan(tooMany);
    await one.round();
    expect(one.server.liveMemories()).toHaveLength(1);
  });

  test('isn’t accepted as the list of the known account', async () => {
    const one = await synced('plain', 3);
    one.token = 'second';
    endless(one, '/memories', (_, count) => ({ memories: [memory('mem_x')], nextCursor: `cursor ${count}` }));
    expect((await one.round()).stopped).toBe('unreachable');
    expect(one.sent.length).toBeLessThan(tooMany);
    expect(one.sent.length).toBeGreaterThan(1);
    expect(one.link().confirmed).toBe(false);
  });
});

test.each([{ id: 7 }, null, { id: 'mem_x', content: null, tags: [] }])(
  'an item of the change feed that isn’t a memory doesn’t block the other items: %j',
  async (bad) => {
    const one = await synced('extended', 3);
    one.answer = ({ path }, carryOut) => {
      const { body, ...answer } = carryOut();
      if (path !== '/changes') return { ...answer, body };
      const page = body as { memories: unknown[] };
      return { ...answer, body: { ...page, memories: [bad, ...page.memories, bad], erased: [null] } };
    };
    await one.save('from here');
    writeElsewhere(one, 'POST', '/memories', { content: 'from there' });
    expect(await one.round({ verifies: true })).toMatchObject({
      stopped: null,
      verification: { same: true, count: 5 },
    });
    one.disk.state.set('link', { ...one.link(), since: null });
    writeElsewhere(one, 'POST', '/memories', { content: 'later' });
    expect(await one.round({ verifies: true })).toMatchObject({
      stopped: null,
      verification: { same: true, count: 6 },
    });
    expect(liveCount(one)).toBe(6);
  },
);

test.each([
  ['since', { since: 7 }],
  ['memories', { memories: undefined }],
  ['erased', { erased: null }],
  ['collections', { collections: undefined }],
])('a page of the change feed with bad items and without valid %s isn’t used', async (_, changed) => {
  const one = await synced('extended', 3);
  const { since } = one.link();
  one.answer = ({ path }, carryOut) => {
    const { body, ...answer } = carryOut();
    return { ...answer, body: path === '/changes' ? { ...(body as object), memories: [null], ...changed } : body };
  };
  expect((await one.round()).stopped).toBe('unreachable');
  expect(one.link().since).toBe(since);
});

describe('a tag that marks a duplicate', () => {
  const reserved = (id: string) => [`mx:dup:${id}`, 'mx:dup:', 'mx:dup:mem_none', 'mx:trash', 'mx:hidden'];

  test.each(['plain', 'extended'] as const)('hides no memory with another text: %s server', async (kind) => {
    const one = await synced(kind, 2);
    const [first, second] = one.server.liveMemories();
    writeElsewhere(one, 'PATCH', `/memories/${second!.id}`, { tags: reserved(first!.id) });
    for (const tag of reserved(first!.id))
      writeElsewhere(one, 'POST', '/memories', { content: `with ${tag}`, tags: [tag] });
    for (let round = 0; round < 3; round++) await one.round();
    expect(liveCount(one)).toBe(one.server.liveMemories().length);
    expect(liveCount(one)).toBe(7);
  });

  test('hides a memory with the same text, and shows the memory again once its text differs', async () => {
    const one = await synced('plain', 1);
    const [first] = one.server.liveMemories();
    const { id } = writeElsewhere(one, 'POST', '/memories', { content: first!.content, tags: [`mx:dup:${first!.id}`] });
    await one.round();
    expect(liveCount(one)).toBe(1);
    writeElsewhere(one, 'PATCH', `/memories/${id}`, { content: 'its own text' });
    await one.round();
    expect(liveCount(one)).toBe(2);
  });
});

test.each([[''], ['..'], ['\ud800'], ['x'.repeat(600)]])(
  'a create whose response has an invalid id counts as unanswered: %j',
  async (id) => {
    const one = syncDevice('extended');
    const own = await one.save('mine');
    one.answer = (request, carryOut) => {
      const response = carryOut();
      return request.method === 'POST' ? { status: 201, body: { ...(response.body as object), id } } : response;
    };
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    await one.edit(own, { content: 'mine, edited' });
    for (let round = 0; round < 4; round++) {
      one.now += 180_000;
      await one.round();
    }
    expect(one.server.liveMemories().map(({ content }) => content)).toEqual(['mine, edited']);
  },
);

test.each([{}, { memories: null, transactionsToday: 1 }, { memories: { used: 'x', limit: 'x' } }])(
  'a usage response without valid quotas doesn’t end the round: %j',
  async (fields) => {
    const one = syncDevice('extended');
    one.server = new ExtendedServer(() => one.now, { hasUsage: true });
    await one.save('mine');
    one.answer = ({ method, path }, carryOut) => {
      if (path === '/usage') return { status: 200, body: { plan: 'free', ...fields } };
      return method === 'POST' ? { status: 402, body: { error: { code: 'quota_exceeded' } } } : carryOut();
    };
    expect((await one.round()).stopped).toBeNull();
    expect(one.sent.filter((line) => line.includes('/v1/usage'))).toHaveLength(1);
    expect(one.disk.pauses.usedUp).toEqual({ kind: 'unknown' });
  },
);

test.each(['__proto__', null, 'x', undefined])(
  'a batch result with the status %j counts as unanswered',
  async (status) => {
    const one = syncDevice('extended');
    one.server = new ExtendedServer(() => one.now, { hasBatch: true });
    for (const text of ['first', 'second']) await one.save(text);
    one.answer = ({ path }, carryOut) => {
      const { body, ...answer } = carryOut();
      if (path !== '/batch') return { ...answer, body };
      const { responses } = body as { responses: object[] };
      return { ...answer, body: { responses: responses.map((response) => ({ ...response, status })) } };
    };
    expect((await one.round()).stopped).toBeNull();
    expect([...one.disk.items.values()].filter(({ op }) => op !== null)).toHaveLength(2);
    one.answer = (_, carryOut) => carryOut();
    for (let round = 0; round < 2; round++) await one.round();
    expect(one.server.liveMemories().map(({ content }) => content)).toEqual(['first', 'second']);
  },
);

import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/sync/confirm.ts';
import type { SweptPage } from '../../../src/sync/read-all.ts';
import { DiskWriter } from '../../simulation/device-store.ts';
import {
  syncDevice,
  liveCount,
  synced,
  writeElsewhere,
  writesOf,
  type Answer,
  type SyncDevice,
} from '../../support/sync-device.ts';

describe.each(['plain', 'extended'] as const)('sync with a %s server', (kind) => {
  test('sends nothing to another account before the user allows it', async () => {
    const one = await synced(kind, 5);
    await one.save('for the first account');
    one.token = 'second';
    one.server = syncDevice(kind).server;
    expect((await one.round()).stopped).toBe('question');
    expect((await one.round()).stopped).toBe('question');
    expect(writesOf(one)).toEqual([]);
    expect(one.link().question).toEqual({ kind: 'other-account', known: 5, found: 0 });
    expect(liveCount(one)).toBe(6);
    await decide(one.parts(), 'new');
    await one.round();
    await one.round();
    expect(one.server.liveMemories()).toHaveLength(6);
  });

  test('sends nothing to another account whose memories have no text', async () => {
    const one = await synced(kind, 5);
    await one.save('for the first account');
    one.token = 'second';
    one.server = syncDevice(kind).server;
    // Both servers number their memories, so the first five have the ids of known memories.
    for (let n = 0; n < 10; n++) one.server.put({ content: '', tags: [] });
    expect((await one.round()).stopped).toBe('question');
    expect(writesOf(one)).toEqual([]);
    expect(one.link().question).toEqual({ kind: 'other-account', known: 5, found: 0 });
  });

  test('continues with another token of the same account', async () => {
    const one = await synced(kind, 5);
    await one.save('another');
    one.token = 'second';
    await one.round();
    await one.round();
    expect(one.server.liveMemories()).toHaveLength(6);
    expect(one.disk.memories.size).toBe(6);
  });

  test('asks before deleting anything if the server suddenly returns nothing', async () => {
    const one = await synced(kind, 5);
    one.answer = ({ path }, carryOut) =>
      path.startsWith('/memories/')
        ? { status: 404, body: { error: { code: 'not_found', message: 'No.' } } }
        : emptied(carryOut());
    one.disk.state.set('link', { ...one.link(), since: null });
    for (let round = 0; round < 6; round++) {
      one.now += 120_000;
      await one.round();
    }
    expect(liveCount(one)).toBe(5);
    expect(one.link().question).toEqual({ kind: 'mass-absence', missing: 5, known: 5 });
  });

  test.each([
    ['keep', 5],
    ['delete', 0],
  ] as const)('applies the user’s decision about missing memories once: %s', async (decision, shown) => {
    const one = await synced(kind, 5);
    one.answer = ({ path }, carryOut) =>
      path.startsWith('/memories/')
        ? { status: 404, body: { error: { code: 'not_found', message: 'No.' } } }
        : emptied(carryOut());
    one.disk.state.set('link', { ...one.link(), since: null });
    await one.round();
    await decide(one.parts(), decision);
    for (let round = 0; round < 6; round++) {
      one.now += 120_000;
      await one.round();
    }
    expect(liveCount(one)).toBe(shown);
    expect(writesOf(one)).toEqual([]);
    expect(one.link()).toMatchObject({ question: null, absence: 'ask' });
  });

  test('reads the whole server again if the user wants to check, and deletes nothing', async () => {
    const one = await synced(kind, 5);
    one.answer = (_, carryOut) => emptied(carryOut());
    one.disk.state.set('link', { ...one.link(), since: null });
    await one.round();
    expect(one.link().question).toMatchObject({ missing: 5 });
    one.answer = (_, carryOut) => carryOut();
    await decide(one.parts(), 'again');
    await one.round();
    expect(one.link()).toMatchObject({ question: null, absence: 'ask' });
    expect(liveCount(one)).toBe(5);
    expect(writesOf(one)).toEqual([]);
  });

  test('sends again after a quota error whose retryAfter is not a number', async () => {
    const one = await synced(kind, 1);
    const refusal = { status: 403, body: { error: { code: 'quota_exceeded', message: 'Full.', retryAfter: 'soon' } } };
    one.answer = ({ method }, carryOut) => (method === 'POST' ? refusal : carryOut());
    await one.save('written while the quota was used up');
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    one.now += 2 * 3_600_000;
    await one.round();
    expect(one.server.liveMemories()).toHaveLength(2);
  });

  test.each<[string, (page: object, number: number) => object]>([
    ['repeats its last cursor', (page, number) => ({ ...page, nextCursor: String(Math.min(number, 3)) })],
    ['goes in circles', (page, number) => ({ ...page, nextCursor: String(number % 3) })],
    ['has an item that isn’t a memory', (page) => ({ memories: [{ id: 7 }, ...(page as SweptPage).memories] })],
  ])('recognises the same account although the server’s list %s', async (_, changePage) => {
    const one = await synced(kind, 5);
    one.token = 'second';
    let pages = 0;
    one.answer = ({ path, method, query }, carryOut) => {
      const isList = path === '/memories' && method === 'GET';
      // Removes the cursor, since the server itself refuses cursors that it didn't create.
      if (isList) query.delete('cursor');
      const response = carryOut();
      if (!isList || ++pages > 50) return response;
      return { ...response, body: changePage(response.body as object, pages) };
    };
    await one.round();
    expect(one.link()).toMatchObject({ confirmed: true, question: null });
    expect(pages).toBeLessThan(20);
  });

  test('keeps saving here while the server’s quota is used up, and sends later', async () => {
    const one = await synced(kind, 1);
    one.answer = ({ method }, carryOut) =>
      method === 'GET'
        ? carryOut()
        : { status: 403, body: { error: { code: 'quota_exceeded', message: 'Full.', retryAfter: 60 } } };
    await one.save('more');
    await one.round();
    const writesSoFar = writesOf(one).length;
    await one.save('and more');
    await one.round();
    expect(liveCount(one)).toBe(3);
    expect(writesOf(one)).toHaveLength(writesSoFar);
    expect([...one.disk.items.values()].filter(({ due }) => due === 1)).toHaveLength(2);
    one.answer = (_, carryOut) => carryOut();
    one.now += 61_000;
    await one.round();
    expect(one.server.liveMemories()).toHaveLength(3);
  });

  test('sends edits while the server’s plan allows no more memories', async () => {
    const one = syncDevice(kind);
    one.answer = ({ method }, carryOut) =>
      method === 'POST'
        ? { status: 403, body: { error: { code: 'quota_exceeded', message: '200 of 200.' } } }
        : carryOut();
    await one.save('waits for space');
    writeElsewhere(one, 'POST', '/memories', { content: 'theirs' });
    await one.round();
    const theirs = [...one.disk.memories.values()].find(({ content }) => content === 'theirs')!;
    await new DiskWriter(one.disk).putMemory({ ...theirs, content: 'edited here' });
    one.disk.commit();
    for (let round = 0; round < 3; round++) {
      one.now += 7_200_000;
      await one.round();
    }
    expect(one.server.liveMemories().map(({ content }) => content)).toEqual(['edited here']);
    // One attempt in each round, since new memories wait an hour after an attempt, and rounds are two hours apart.
    expect(writesOf(one).filter((line) => line.startsWith('POST'))).toHaveLength(4);
  });

  test('a refused memory doesn’t block the others, and isn’t sent again unchanged', async () => {
    const one = syncDevice(kind);
    one.answer = ({ method, body }, carryOut) =>
      method === 'POST' && (body ?? '').includes('poison')
        ? { status: 400, body: { error: { code: 'invalid_request', message: 'Not this.' } } }
        : carryOut();
    await one.save('poison');
    for (let index = 0; index < 3; index++) await one.save(`note ${index}`);
    for (let round = 0; round < 3; round++) await one.round();
    const items = [...one.disk.items.values()];
    expect(items.filter(({ remote }) => remote !== null)).toHaveLength(3);
    expect(items.find(({ remote }) => remote === null)).toMatchObject({ due: 0, refusal: { message: 'Not this.' } });
    expect(writesOf(one)).toHaveLength(4);
  });

  test('keeps a memory waiting until the server has confirmed it', async () => {
    const one = await synced(kind, 1);
    one.answer = ({ method }, carryOut) => (method === 'GET' ? carryOut() : { status: 502, body: undefined });
    await one.save('no answer');
    await one.round();
    expect([...one.disk.items.values()].find(({ remote }) => remote === null)).toMatchObject({ due: 1 });
  });

  test('an idle round writes nothing on either side', async () => {
    const one = await synced(kind, 150);
    const rows = one.disk.writes;
    await one.round();
    expect(writesOf(one)).toEqual([]);
    expect(one.disk.writes).toBe(rows);
    const pages = ['collections', 'memories', 'memories'];
    expect(one.sent).toEqual((kind === 'plain' ? pages : ['changes']).map((path) => `GET /v1/${path} first`));
    // Control: a round with something to send writes on both sides.
    await one.save('another');
    const withAnother = one.disk.writes;
    await one.round();
    expect(writesOf(one)).toHaveLength(1);
    expect(one.disk.writes).toBeGreaterThan(withAnother);
  });
});

describe('a memory deleted for good while it was unknown whether the server has it', () => {
  /**
   * A device that got a 502 for each create of a memory, then deleted the memory for good. `isCarriedOut`: whether the
   * server has created the memory.
   */
  async function deletedInDoubt(isCarriedOut: boolean): Promise<SyncDevice> {
    const one = await synced('plain', 1);
    const id = await one.save('private');
    one.answer = ({ method }, carryOut) => {
      if (method === 'GET') return emptied(carryOut(), ({ content }) => content !== 'private');
      if (isCarriedOut) carryOut();
      return { status: 502, body: undefined };
    };
    for (let round = 0; round < 3; round++) {
      one.now += 180_000;
      await one.round();
    }
    new DiskWriter(one.disk).eraseMemory(id, new Date(one.now).toISOString());
    one.disk.commit();
    one.answer = (_, carryOut) => carryOut();
    return one;
  }

  test('does not come back when the server’s list has it', async () => {
    const one = await deletedInDoubt(true);
    expect(one.server.liveMemories().map(({ content }) => content)).toContain('private');
    for (let round = 0; round < 4; round++) {
      one.now += 180_000;
      await one.round();
    }
    expect(liveCount(one)).toBe(1);
  });

  test('is forgotten after a day', async () => {
    const one = await deletedInDoubt(false);
    const isKept = () => JSON.stringify([...one.disk.items.values()]).includes('private');
    await one.round();
    expect(isKept()).toBe(true);
    one.now += 25 * 3_600_000;
    await one.round();
    await one.round();
    expect(isKept()).toBe(false);
  });
});

/** Turns a page of a list into a last page with only the memories for which `isKept` returns true. */
function emptied(own: Answer, isKept: (memory: { content?: string }) => boolean = () => false) {
  const body = own.body as { memories?: { content?: string }[] };
  return Array.isArray(body.memories)
    ? { ...own, body: { ...body, memories: body.memories.filter(isKept), nextCursor: null } }
    : own;
}

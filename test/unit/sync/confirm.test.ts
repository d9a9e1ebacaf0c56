import { describe, expect, test } from 'vitest';
import { runRound } from '../../../src/sync/round.ts';
import { syncDevice, synced, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const memoryCount = 500;
const windowMs = 60_000;

function limitRate(one: SyncDevice, requests: number): void {
  let [taken, since] = [0, one.now];
  one.answer = (_, carryOut) => {
    if (one.now - since >= windowMs) [taken, since] = [0, one.now];
    if (++taken <= requests) return carryOut();
    return { status: 429, body: { error: { code: 'rate_limited', message: 'Wait.', retryAfter: 60 } } };
  };
}

async function rounds(one: SyncDevice, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    one.now += windowMs + 1_000;
    await one.round();
  }
}

const serverTexts = ({ server }: SyncDevice) => server.liveMemories().map(({ content }) => content);
const listings = ({ sent }: SyncDevice, token: string) =>
  sent.filter((line) => line === `GET /v1/memories ${token}`).length;

describe.each(['plain', 'extended'] as const)('after a token change on a %s server', (kind) => {
  test('the account is confirmed although the rate limit lets no round read all pages', async () => {
    const one = await synced(kind, memoryCount);
    one.token = 'second';
    limitRate(one, 3);
    await rounds(one, 3);
    expect(one.link()).toMatchObject({ confirmed: true, question: null });
    await one.save('written since');
    await rounds(one, 8);
    expect(serverTexts(one)).toContain('written since');
  });

  test('the account is confirmed in several rounds of two requests, and each page is read once', async () => {
    const one = await synced(kind, memoryCount);
    one.token = 'second';
    for (let slice = 0; slice < 5 && !one.link().confirmed; slice++) {
      const before = one.sent.length;
      await runRound(one.parts(), { isOver: () => one.sent.length - before >= 2 });
      expect(one.sent.length - before).toBe(2);
    }
    expect(one.link()).toMatchObject({ confirmed: true, question: null });
    expect(listings(one, 'second')).toBeLessThanOrEqual(memoryCount / 100 + 1);
  });

  test('pages that were read with the previous token don’t count', async () => {
    const one = await synced(kind, memoryCount);
    one.token = 'second';
    limitRate(one, 3);
    await rounds(one, 1);
    one.token = 'third';
    one.server = syncDevice(kind).server;
    one.sent.length = 0;
    await rounds(one, 2);
    expect(one.link().question).toEqual({ kind: 'other-account', known: memoryCount, found: 0 });
    expect(writesOf(one)).toEqual([]);
  });

  test('the account is confirmed although the server refuses pages of 100 memories', async () => {
    const one = await synced(kind, 5);
    one.token = 'second';
    one.answer = ({ query }, carryOut) =>
      query.get('limit') === '100'
        ? { status: 400, body: { error: { code: 'invalid_request', message: 'Too many.' } } }
        : carryOut();
    await rounds(one, 1);
    expect(one.link().confirmed).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { quotaWaitMs, quotaOf } from '../../../src/sync/quota.ts';
import { runRound } from '../../../src/sync/round.ts';
import { deviceScratch, deviceStore } from '../../simulation/device-store.ts';
import { liveCount, synced, type SyncDevice } from '../../support/sync-device.ts';

test.each(['plain', 'extended'] as const)(
  'doesn’t request usage from a %s server that doesn’t offer it',
  async (kind) => {
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
  },
);

/** The number of steps of a round that `deviceStore` and `deviceScratch` report, such as each read of the store. */
async function stepsOfRound(one: SyncDevice): Promise<number> {
  let steps = 0;
  const count = async () => void steps++;
  await runRound({ ...one.parts(), store: deviceStore(one.disk, count), scratch: deviceScratch(one.disk, count) });
  return steps;
}

describe.each(['plain', 'extended'] as const)('while a %s server refuses writes', (kind) => {
  test.each([
    ['all writes', 60],
    ['writes that add a memory', undefined],
  ] as const)('a round takes no more steps with 48 waiting memories than with 3 (%s)', async (_, retryAfter) => {
    const one = await synced(kind, 1);
    one.answer = ({ method }, carryOut) =>
      method === 'GET'
        ? carryOut()
        : { status: 403, body: { error: { code: 'quota_exceeded', message: 'Full.', retryAfter } } };
    for (let index = 0; index < 3; index++) await one.save(`waits ${index}`);
    await one.round();
    const few = await stepsOfRound(one);
    for (let index = 0; index < 45; index++) await one.save(`waits too ${index}`);
    // This round takes more steps, since it records the new memories. Only the next round's steps are compared.
    await one.round();
    expect(await stepsOfRound(one)).toBe(few);
    expect(liveCount(one)).toBe(49);
  });
});

test('sync waits until the pause for all writes ends, whenever the pause for new memories ends', async () => {
  const { parts, now } = await synced('plain', 0);
  const [soon, late] = [now + 60_000, now + 3_600_000];
  await parts().scratch.putPauses({ all: 0, writes: soon, additions: late, setAt: now });
  expect(await quotaWaitMs(parts())).toBe(60_000);
  await parts().scratch.putPauses({ all: 0, writes: late, additions: soon, setAt: now });
  expect(await quotaWaitMs(parts())).toBe(3_600_000);
});

test('a pause ends even if the clock goes back and the server then sets another pause', async () => {
  const one = await synced('extended', 1);
  const refuse = (status: number, code: string) => {
    one.answer = () => ({ status, body: { error: { code, message: 'Not now.', retryAfter: 60 } } });
  };
  refuse(402, 'quota_exceeded');
  await one.save('waits');
  await one.round();
  one.now -= 3 * 86_400_000;
  refuse(429, 'rate_limited');
  await one.round();
  one.answer = (_, carryOut) => carryOut();
  one.now += 60_000;
  await one.round();
  expect(one.server.liveMemories()).toHaveLength(2);
});

import { describe, expect, test } from 'vitest';
import { syncDevice, type SyncDevice } from '../../support/sync-device.ts';

/**
 * Runs one round after another until one completes. The first round may send no requests, and each later round may send
 * one more than the round before. Calls `check` after each round. Returns how many requests the last round could send.
 */
async function endAfterEachStep(one: SyncDevice, check: () => void): Promise<number> {
  for (let steps = 0; ; steps++) {
    let left = steps;
    const { stopped } = await one.round({ isOver: () => left-- <= 0 });
    check();
    if (stopped !== 'over') return steps;
  }
}

describe.each(['plain', 'extended'] as const)('when the time of a round is over (%s server)', (kind) => {
  test('no recorded write is left unsent', async () => {
    const one = syncDevice(kind);
    await one.round();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await one.save(`note ${index}`));
    const check = () => expect([...one.disk.items.values()].filter(({ op }) => op !== null)).toEqual([]);
    expect(await endAfterEachStep(one, check)).toBeGreaterThan(0);
    for (const id of ids) await one.edit(id, { content: `edited ${id}` });
    await endAfterEachStep(one, check);
    for (const id of ids) await one.edit(id, { deletedAt: new Date(one.now).toISOString() });
    await endAfterEachStep(one, check);
  });
});

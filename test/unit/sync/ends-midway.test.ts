import { describe, expect, test } from 'vitest';
import { syncDevice, type SyncDevice } from '../../support/sync-device.ts';

/**
 * Runs rounds that may send 0, 1, 2, … requests until a round completes. Calls `check` after each round. Returns how
 * many requests the completed round was allowed.
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
  test('no unsent write is recorded as unanswered', async () => {
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

import { describe, expect, test } from 'vitest';
import { runRound } from '../../../src/sync/round.ts';
import { liveCount, synced, type SyncDevice } from '../../support/sync-device.ts';

/** Runs a round whose process ends just before a complete sweep (a reading of the whole server) is dropped. */
async function endBeforeDrop(one: SyncDevice): Promise<void> {
  const { scratch, ...parts } = one.parts();
  const dropSweep = () => Promise.reject(new Error('The process ends.'));
  await expect(runRound({ ...parts, scratch: { ...scratch, dropSweep } })).rejects.toThrow('The process ends.');
}

describe.each(['plain', 'extended'] as const)('a complete sweep of a %s server', (kind) => {
  test('counts all of its pages when a later round continues it', async () => {
    const one = await synced(kind, 25, 10);
    one.disk.state.set('link', { ...one.link(), since: null });
    await endBeforeDrop(one);
    one.sent.length = 0;
    expect((await one.round()).stopped).toBeNull();
    expect(one.link().question).toBeNull();
    expect([...one.disk.items.values()].filter(({ missing }) => missing !== null)).toEqual([]);
    expect(liveCount(one)).toBe(25);
  });

  test('counts a missing memory once, even if a later round continues the sweep', async () => {
    const one = await synced(kind, 25, 10);
    const [first] = one.server.liveMemories();
    one.answer = ({ path, method }, carryOut) => {
      const { status, body } = carryOut();
      if (method === 'GET' && path === `/memories/${first!.id}`)
        return { status: 404, body: { error: { code: 'not_found', message: 'No.' } } };
      const { memories } = (body ?? {}) as { memories?: { id: string }[] };
      return memories === undefined
        ? { status, body }
        : { status, body: { ...(body as object), memories: memories.filter(({ id }) => id !== first!.id) } };
    };
    one.disk.state.set('link', { ...one.link(), since: null });
    await endBeforeDrop(one);
    await endBeforeDrop(one);
    const missing = [...one.disk.items.values()].flatMap((item) => item.missing ?? []);
    expect(missing).toMatchObject([{ sweeps: 1, deniedAt: null }]);
  });
});

import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/sync/confirm.ts';
import { runRounds } from '../../support/sync-collections.ts';
import { liveCount, synced, writesOf, type SyncDevice } from '../../support/sync-device.ts';

function eraseThere({ server }: SyncDevice, count: number): void {
  for (const { id } of server.liveMemories().slice(0, count)) server.erase(id);
}

/** Makes the change feed report once that all memories were deleted for good. The server still has them. */
function reportErased(one: SyncDevice): void {
  const erased = one.server.liveMemories().map(({ id }) => id);
  one.answer = ({ path }, carryOut) => {
    const answer = carryOut();
    if (path !== '/changes') return answer;
    one.answer = (_, later) => later();
    return { ...answer, body: { ...(answer.body as object), memories: [], erased } };
  };
}

describe('many memories that the change feed reports as deleted for good', () => {
  test('stay here until the user decides', async () => {
    const one = await synced('extended', 5);
    const { since } = one.link();
    eraseThere(one, 5);
    expect((await one.round()).stopped).toBe('question');
    await runRounds(4, one);
    expect(one.link()).toMatchObject({ question: { kind: 'mass-absence', missing: 5, known: 5 }, since });
    expect(liveCount(one)).toBe(5);
    expect(writesOf(one)).toEqual([]);
  });

  test.each([
    ['keep', 5],
    ['delete', 0],
  ] as const)('are handled as the user decides, and only this once: %s', async (decision, shown) => {
    const one = await synced('extended', 5);
    eraseThere(one, 5);
    await one.round();
    await decide(one.parts(), decision);
    await runRounds(6, one);
    expect(liveCount(one)).toBe(shown);
    expect(writesOf(one)).toEqual([]);
    expect(one.link()).toMatchObject({ question: null, absence: 'ask' });
  });

  test.each(['again', 'delete', 'keep'] as const)('stay in sync if the server still has them: %s', async (decision) => {
    const one = await synced('extended', 5);
    reportErased(one);
    expect((await one.round()).stopped).toBe('question');
    await decide(one.parts(), decision);
    await runRounds(4, one);
    expect(one.link()).toMatchObject({ question: null, absence: 'ask' });
    expect((await one.round({ verifies: true })).verification).toMatchObject({ same: true, count: 5 });
  });

  test.each([
    [3, 5, false],
    [4, 5, true],
    [4, 39, true],
    [4, 40, false],
  ])('wait for the user only if more than 3, and more than a tenth of all: %i of %i', async (erased, known, asks) => {
    const one = await synced('extended', known);
    eraseThere(one, erased);
    await one.round();
    expect(one.link().question).toEqual(asks ? { kind: 'mass-absence', missing: erased, known } : null);
    expect(liveCount(one)).toBe(asks ? known : known - erased);
  });

  test('are counted over all pages of a round', async () => {
    const one = await synced('extended', 10, 2);
    eraseThere(one, 6);
    expect((await one.round()).stopped).toBe('question');
    expect(one.link().question).toEqual({ kind: 'mass-absence', missing: 4, known: 10 });
    expect(liveCount(one)).toBe(8);
  });

  test('are counted once each, even if the feed repeats an id', async () => {
    const one = await synced('extended', 5);
    reportErased(one);
    const report = one.answer;
    one.answer = (request, carryOut) => {
      const { status, body } = report(request, carryOut);
      const { erased } = body as { erased: string[] };
      return { status, body: { ...(body as object), erased: Array(9).fill(erased[0]) } };
    };
    await one.round();
    expect(one.link().question).toBeNull();
    expect(liveCount(one)).toBe(4);
  });

  test('stay here until the user decides, even if the feed is read from its beginning', async () => {
    const one = await synced('extended', 5);
    one.disk.state.set('link', { ...one.link(), since: null });
    reportErased(one);
    expect((await one.round()).stopped).toBe('question');
    expect(liveCount(one)).toBe(5);
    await decide(one.parts(), 'delete');
    await runRounds(6, one);
    expect(one.link()).toMatchObject({ question: null, absence: 'ask' });
    expect((await one.round({ verifies: true })).verification).toMatchObject({ same: true, count: 5 });
  });

  test('are sent again by a device that only sends', async () => {
    const one = await synced('extended', 5);
    one.disk.state.set('link', { ...one.link(), mode: 'push' });
    eraseThere(one, 5);
    await runRounds(2, one);
    expect(one.link().question).toBeNull();
    expect(one.server.liveMemories()).toHaveLength(5);
  });
});

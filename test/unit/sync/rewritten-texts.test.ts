import { expect, test } from 'vitest';
import { memorySyncOf } from '../../../src/extension/sync/memory-sync.ts';
import { sendRefusedAgain } from '../../../src/extension/sync/refused.ts';
import { liveCount, syncDevice, writesOf, type SyncDevice } from '../../support/sync-device.ts';

async function roundsOf(one: SyncDevice, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    one.now += 3 * 60_000;
    await one.round();
  }
}

const textsThere = ({ server }: SyncDevice) => server.liveMemories().map(({ content }) => content);
const createsOf = (one: SyncDevice) => writesOf(one).filter((line) => line.startsWith('POST /v1/memories')).length;
const statusOf = (one: SyncDevice, id: string) => one.parts().store.read((reader) => memorySyncOf(reader, id, []));

/**
 * A device whose plain server stores `&` as `&amp;`, which sync knows from an acknowledged create. Another create got a
 * 502, which sync treats as no answer. `isCarriedOut`: whether the server carried out that create.
 */
async function inDoubt(isCarriedOut: boolean): Promise<{ one: SyncDevice; id: string }> {
  const one = syncDevice('plain', 100, { rewrites: 'escapes' });
  await one.save('salt & pepper');
  await roundsOf(one, 2);
  const id = await one.save('bread & butter');
  one.answer = ({ method }, carryOut) => {
    const response = method === 'POST' && !isCarriedOut ? undefined : carryOut();
    return method === 'POST' ? { status: 502, body: undefined } : response!;
  };
  await roundsOf(one, 1);
  one.answer = (_, carryOut) => carryOut();
  await roundsOf(one, 5);
  return { one, id };
}

test.each([
  ['arrived', true],
  ['got lost', false],
])('a create that %s isn’t repeated automatically if the server is known to rewrite texts', async (_, isCarriedOut) => {
  const { one, id } = await inDoubt(isCarriedOut);
  const there = isCarriedOut ? ['salt &amp; pepper', 'bread &amp; butter'] : ['salt &amp; pepper'];
  expect(textsThere(one).toSorted()).toEqual(there.toSorted());
  expect(createsOf(one)).toBe(2);
  expect(one.disk.items.get(id)).toMatchObject({ due: 0, op: null, refusal: { code: 'may_be_there' } });
  const reason =
    'The server may already have this memory: its answer got lost, and the server changes texts that it stores.';
  expect(await statusOf(one, id)).toEqual({ kind: 'refused', reason });
  await one.edit(id, { content: 'bread & jam' });
  await roundsOf(one, 3);
  expect(createsOf(one)).toBe(2);
  expect(await statusOf(one, id)).toEqual({ kind: 'refused', reason });

  const { store, scratch } = one.parts();
  await sendRefusedAgain(store, scratch);
  await roundsOf(one, 3);
  expect(textsThere(one).toSorted()).toEqual([...there, 'bread &amp; jam'].toSorted());
  expect(await statusOf(one, id)).toEqual({ kind: 'synced' });
});

test('a memory whose create got no answer can be deleted here, although the server may have it', async () => {
  const { one, id } = await inDoubt(true);
  await one.edit(id, { deletedAt: new Date(one.now).toISOString() });
  await roundsOf(one, 3);
  expect(textsThere(one)).toHaveLength(2);
  expect(liveCount(one)).toBe(2);
  expect(one.disk.items.get(id)).toMatchObject({ due: 0, refusal: null });
});

test.each(['nothing', 'trims and lower-cases tags', 'cuts content and tags'] as const)(
  'a create that got lost is sent again if the server rewrites no more than this: %s',
  async (rewrites) => {
    const one = syncDevice('plain', 100, { rewrites });
    await one.save(` ${'a long text & more '.repeat(3_000)}`);
    await roundsOf(one, 2);
    await one.save('bread & butter');
    one.answer = ({ method }, carryOut) => (method === 'POST' ? { status: 502, body: undefined } : carryOut());
    await roundsOf(one, 1);
    one.answer = (_, carryOut) => carryOut();
    await roundsOf(one, 3);
    expect(textsThere(one)).toContain('bread & butter');
    expect(textsThere(one)).toHaveLength(2);
  },
);

import { expect, test } from 'vitest';
import { refused, runRounds, serverTexts } from '../../support/sync-collections.ts';
import { liveCount, synced, writeElsewhere, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const lacksScope = {
  status: 403,
  body: {
    error: { code: 'forbidden', message: 'No.', details: [{ path: 'scope', message: 'memories:write' }] },
  },
};

/**
 * A device that got a 502, which sync treats as no answer, for a create that arrived. Then the memory was edited here.
 */
async function createInDoubt(): Promise<SyncDevice> {
  const one = await synced('extended', 1);
  const id = await one.save('first text');
  one.answer = ({ method }, carryOut) => {
    const answer = carryOut();
    return method === 'POST' ? refused(502, 'internal') : answer;
  };
  await one.round();
  expect(serverTexts(one)).toContain('first text');
  await one.edit(id, { content: 'second text' });
  return one;
}

test.each([
  { why: 'because of the token', refusal: lacksScope },
  { why: 'because of the memory', refusal: refused(403, 'forbidden') },
])('a memory whose create is in doubt exists once if the repeated create is refused $why', async ({ refusal }) => {
  const one = await createInDoubt();
  one.answer = ({ method }, carryOut) => (method === 'POST' ? refusal : carryOut());
  await runRounds(2, one);
  one.answer = (_, carryOut) => carryOut();
  one.disk.state.set('link', { ...one.link(), mayWrite: undefined });
  await runRounds(4, one);
  expect(serverTexts(one).toSorted()).toEqual(['note 0', 'second text']);
  expect(liveCount(one)).toBe(2);
});

test('a create in doubt whose key the server has seen with another body is settled by reading', async () => {
  const one = await createInDoubt();
  // For instance, the body has changed because the collection that the create named was deleted.
  one.answer = ({ method }, carryOut) => (method === 'POST' ? refused(409, 'conflict') : carryOut());
  await runRounds(3, one);
  expect(serverTexts(one).toSorted()).toEqual(['note 0', 'second text']);
  expect(liveCount(one)).toBe(2);
});

test('with a token that may not write, a create in doubt is repeated only once, and doesn’t stop the reading', async () => {
  const one = await createInDoubt();
  one.answer = ({ method }, carryOut) => (method === 'GET' ? carryOut() : lacksScope);
  one.sent.length = 0;
  await runRounds(1, one);
  writeElsewhere(one, 'POST', '/memories', { content: 'from another device' });
  await runRounds(3, one);
  expect(writesOf(one)).toHaveLength(1);
  expect(liveCount(one)).toBe(3);
});

test('after both sides edit a memory whose create is in doubt, both edits survive once the token may write again', async () => {
  const one = await createInDoubt();
  one.answer = ({ method }, carryOut) => (method === 'GET' ? carryOut() : lacksScope);
  const { id } = one.server.liveMemories().find(({ content }) => content === 'first text')!;
  one.server.put({ id, content: 'edited elsewhere', tags: [] });
  await runRounds(3, one);
  one.answer = (_, carryOut) => carryOut();
  one.disk.state.set('link', { ...one.link(), mayWrite: undefined });
  await runRounds(4, one);
  expect(serverTexts(one).toSorted()).toEqual(['edited elsewhere', 'note 0', 'second text']);
  const here = [...one.disk.memories.values()].filter(({ deletedAt }) => deletedAt === null);
  expect(here.map(({ content }) => content).toSorted()).toEqual(serverTexts(one).toSorted());
});

test.each(['create', 'delete', 'restore'] as const)(
  'a device that only receives settles a %s in doubt by reading',
  async (kind) => {
    const one = await synced('extended', 2);
    const [id] = [...one.disk.memories.keys()];
    const deletedAt = new Date(one.now).toISOString();
    if (kind === 'restore') {
      await one.edit(id!, { deletedAt });
      await runRounds(1, one);
    }
    if (kind === 'create') await one.save('sent');
    else await one.edit(id!, { deletedAt: kind === 'delete' ? deletedAt : null });
    one.answer = ({ method }, carryOut) => {
      const answer = carryOut();
      return method === 'GET' ? answer : refused(502, 'internal');
    };
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    one.disk.state.set('link', { ...one.link(), mode: 'pull' });
    one.sent.length = 0;
    await runRounds(2, one);
    expect(writesOf(one)).toEqual([]);
    expect([...one.disk.items.values()].filter(({ due, op }) => due === 1 || op !== null)).toEqual([]);
    expect(one.server.liveMemories()).toHaveLength(liveCount(one));
  },
);

test.each(['delete', 'restore'] as const)(
  'a device that only receives finds out by reading that a %s did not arrive',
  async (kind) => {
    const one = await synced('extended', 2);
    const [id] = [...one.disk.memories.keys()];
    const deletedAt = new Date(one.now).toISOString();
    if (kind === 'restore') {
      await one.edit(id!, { deletedAt });
      await runRounds(1, one);
    }
    await one.edit(id!, { deletedAt: kind === 'delete' ? deletedAt : null });
    one.answer = ({ method }, carryOut) => (method === 'GET' ? carryOut() : refused(502, 'internal'));
    await one.round();
    one.disk.state.set('link', { ...one.link(), mode: 'pull' });
    one.sent.length = 0;
    await runRounds(2, one);
    expect(writesOf(one)).toEqual([]);
    expect(one.disk.items.get(id!)).toMatchObject({ op: null, due: 1 });
  },
);

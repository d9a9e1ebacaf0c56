import { expect, test } from 'vitest';
import { syncDevice, liveCount, synced, writeElsewhere, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const minute = 60_000;

/**
 * A device that sent a new memory without an idempotency key and got a 502, which sync treats as no answer.
 * `isCarriedOut`: whether the server has created the memory.
 */
async function keylessCreate(isCarriedOut: boolean): Promise<SyncDevice> {
  const one = syncDevice('extended');
  one.hidesOffers = true;
  await one.save('once');
  one.answer = ({ method }, carryOut) => {
    const response = method === 'POST' && !isCarriedOut ? undefined : carryOut();
    return method === 'POST' ? { status: 502, body: undefined } : response!;
  };
  await one.round();
  one.answer = (_, carryOut) => carryOut();
  one.hidesOffers = false;
  return one;
}

async function roundsOf(one: SyncDevice, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    one.now += 3 * minute;
    await one.round();
  }
}

const textsOf = ({ server }: SyncDevice) => server.liveMemories().map(({ content }) => content);

test('a create sent without its idempotency key is not sent again with the key', async () => {
  const one = await keylessCreate(true);
  await roundsOf(one, 4);
  expect(textsOf(one)).toEqual(['once']);
  expect(liveCount(one)).toBe(1);
});

test('a create without an idempotency key that got lost is sent again, even if the server has a change feed', async () => {
  const one = await keylessCreate(false);
  one.now -= 2 * minute;
  // The feed is read before the create counts as lost.
  await one.round();
  await roundsOf(one, 4);
  expect(textsOf(one)).toEqual(['once']);
});

test.each([
  ['got lost', false],
  ['arrived', true],
])('after a change of token, a memory exists once if its create got no answer and %s', async (_, isCarriedOut) => {
  const one = await synced('extended', 1);
  await one.save('in doubt');
  one.answer = ({ method }, carryOut) => {
    if (method !== 'POST') return carryOut();
    if (isCarriedOut) carryOut();
    return { status: 502, body: undefined };
  };
  await one.round();
  expect(textsOf(one)).toHaveLength(isCarriedOut ? 2 : 1);
  one.answer = (_request, carryOut) => carryOut();
  one.token = 'second';
  await one.round();
  await roundsOf(one, 4);
  expect(textsOf(one).toSorted()).toEqual(['in doubt', 'note 0']);
  expect(liveCount(one)).toBe(2);
});

test('a create that arrives twice without an idempotency key gives one memory, even if its response is the first to name the extensions', async () => {
  const one = syncDevice('extended');
  one.hidesOffers = true;
  await one.save('once');
  let body: Record<string, unknown> = {};
  one.answer = ({ method, body: sent }, carryOut) => {
    if (method === 'POST') [body, one.hidesOffers] = [JSON.parse(sent ?? '{}') as Record<string, unknown>, false];
    return carryOut();
  };
  await one.round();
  writeElsewhere(one, 'POST', '/memories', body);
  await roundsOf(one, 3);
  expect(liveCount(one)).toBe(1);
  expect(textsOf(one)).toEqual(['once']);
});

test('a move on the server reaches a memory whose create got no answer, even if the server named no extensions for a while', async () => {
  const one = await keylessCreate(true);
  one.hidesOffers = true;
  const { id } = writeElsewhere(one, 'POST', '/collections', { name: 'Trips' });
  one.now += minute;
  writeElsewhere(one, 'PATCH', `/memories/${one.server.liveMemories()[0]!.id}`, { collection: id });
  await roundsOf(one, 1);
  one.hidesOffers = false;
  await roundsOf(one, 3);
  const [trips] = [...one.disk.collections.values()].map((collection) => collection.id);
  expect([...one.disk.memories.values()].map(({ collection }) => collection)).toEqual([trips]);
});

test('sync stops asking about a new token when the token of the first account is entered again', async () => {
  const one = await synced('extended', 3);
  const own = one.server;
  one.token = 'second';
  one.server = syncDevice('extended').server;
  expect((await one.round()).stopped).toBe('question');
  one.token = 'first';
  one.server = own;
  await one.save('after that');
  expect((await one.round()).stopped).toBe(null);
  expect(one.link()).toMatchObject({ confirmed: true, question: null });
  expect(textsOf(one)).toHaveLength(4);
});

test('asks about a new token if all memories that were synced are deleted', async () => {
  const one = await synced('extended', 1);
  for (const id of one.disk.memories.keys()) await one.edit(id, { deletedAt: new Date(one.now).toISOString() });
  await roundsOf(one, 2);
  expect(textsOf(one)).toEqual([]);
  one.token = 'second';
  one.server = syncDevice('extended').server;
  await one.save('for the first account');
  one.sent.length = 0;
  expect((await one.round()).stopped).toBe('question');
  expect(writesOf(one)).toEqual([]);
  expect(one.link().question).toEqual({ kind: 'other-account', known: 0, found: 0 });
});

type Hidden = SyncDevice['hidesOffers'];
const whileNamed: [when: string, before: Hidden, after: Hidden][] = [
  ['the server names etag', false, false],
  ['the memory was read while the server didn’t name etag', 'etag', false],
];

/**
 * A device that changes a synced memory. If it sends the change, another device edits the memory just before the first
 * such write is carried out. `before`, `after`: what the server hides before the change, and from then on.
 */
async function editedMeanwhile(
  [before, after]: [Hidden, Hidden],
  changed: { content?: string; deletedAt?: string },
): Promise<SyncDevice> {
  const one = syncDevice('extended');
  one.hidesOffers = before;
  const id = await one.save('once');
  await roundsOf(one, 2);
  one.hidesOffers = after;
  // In this round, the device learns that the server can delete. The device never sends a deletion made before it knows
  // this.
  if (before !== false && after === false) await one.round();
  one.sent.length = 0;
  await one.edit(id, changed);
  let isEdited = false;
  one.answer = ({ method }, carryOut) => {
    if (method !== 'GET' && !isEdited) {
      isEdited = true;
      writeElsewhere(one, 'PATCH', `/memories/${one.server.liveMemories()[0]!.id}`, { content: 'edited there' });
    }
    return carryOut();
  };
  await roundsOf(one, 6);
  return one;
}

const deletedAt = new Date(Date.UTC(2026, 0, 2)).toISOString();

test.each(whileNamed)(
  'a memory is not deleted on the server if this device hasn’t seen its last edit: %s',
  async (_, before, after) => {
    const one = await editedMeanwhile([before, after], { deletedAt });
    expect(textsOf(one)).toEqual(['edited there']);
  },
);

test.each<[string, Hidden]>([
  ['no longer', false],
  ['never', 'etag'],
])('a deletion isn’t sent if the server %s names etag', async (_, before) => {
  const one = await editedMeanwhile([before, 'etag'], { deletedAt });
  expect(writesOf(one)).toEqual([]);
  expect(textsOf(one)).toEqual(['once']);
});

// Tested only while the server names etag: without `If-Match`, an edit may overwrite an edit made at the same moment
// (docs/sync.md).
test.each(whileNamed)(
  'a memory is not overwritten on the server if this device hasn’t seen its last edit: %s',
  async (_, before, after) => {
    const one = await editedMeanwhile([before, after], { content: 'edited here' });
    expect(textsOf(one).toSorted()).toEqual(['edited here', 'edited there']);
  },
);

test('a duplicate is not deleted on the server if another device edits it at that moment', async () => {
  const one = await synced('extended', 1);
  const own = one.server.liveMemories()[0]!.id;
  const { id } = writeElsewhere(one, 'POST', '/memories', { content: 'note 0', tags: [`mx:dup:${own}`] });
  let isEdited = false;
  one.answer = ({ method }, carryOut) => {
    if (method !== 'GET' && !isEdited) {
      isEdited = true;
      writeElsewhere(one, 'PATCH', `/memories/${id}`, { content: 'edited there' });
    }
    return carryOut();
  };
  await roundsOf(one, 4);
  expect(isEdited).toBe(true);
  expect(textsOf(one).toSorted()).toEqual(['edited there', 'note 0']);
  expect(liveCount(one)).toBe(2);
});

test('a memory edited here and deleted there is restored, although one response in between didn’t offer restoring', async () => {
  const one = await synced('extended', 1);
  const [item] = [...one.disk.items.values()];
  await one.edit(item!.id, { content: 'edited' });
  await one.save('sent in the same round');
  writeElsewhere(one, 'DELETE', `/memories/${item!.remote}`);
  one.answer = ({ path }, carryOut) => {
    one.hidesOffers = path === '/changes' && 'restore';
    return carryOut();
  };
  await one.round();
  one.answer = (_, carryOut) => carryOut();
  one.hidesOffers = false;
  await roundsOf(one, 3);
  expect(textsOf(one).toSorted()).toEqual(['edited', 'sent in the same round']);
  expect(liveCount(one)).toBe(2);
});

test('once the change feed has been read, an interrupted reading of the list isn’t resumed', async () => {
  const one = await synced('extended', 3, 1);
  one.hidesOffers = 'changes';
  await one.round();
  let pages = 0;
  one.answer = ({ method, path }, carryOut) => {
    if (method !== 'GET' || path !== '/memories' || ++pages === 1) return carryOut();
    one.hidesOffers = false;
    return { status: 503, body: undefined };
  };
  await one.round();
  expect(pages).toBeGreaterThan(1);
  await roundsOf(one, 1);
  pages = 0;
  let count = 0;
  one.answer = ({ path }, carryOut) => {
    if (path === '/memories') pages++;
    return path === '/changes' && count++ === 0
      ? { status: 410, body: { error: { code: 'gone', message: 'Too old.' } } }
      : carryOut();
  };
  await roundsOf(one, 1);
  expect([pages, count > 1]).toEqual([0, true]);
});

test('a deletion made while the server couldn’t delete isn’t sent later, but the next deletion is', async () => {
  const one = await synced('extended', 3);
  const [first, second] = [...one.disk.memories.keys()];
  const remove = (id: string) => one.edit(id, { deletedAt: new Date(one.now).toISOString() });
  one.hidesOffers = 'delete';
  await one.round();
  await remove(first!);
  await roundsOf(one, 3);
  one.hidesOffers = false;
  await roundsOf(one, 3);
  expect(writesOf(one).filter((line) => line.startsWith('DELETE'))).toEqual([]);
  expect(textsOf(one)).toHaveLength(3);
  expect(liveCount(one)).toBe(2);
  await remove(second!);
  await roundsOf(one, 2);
  expect(textsOf(one)).toHaveLength(2);
});

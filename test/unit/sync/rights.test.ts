import { describe, expect, test } from 'vitest';
import { sendRefusedAgain } from '../../../src/extension/sync/refused.ts';
import { DiskWriter } from '../../simulation/device-store.ts';
import { syncDevice, liveCount, synced, writeElsewhere, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const forbidden = (details?: object[]) => ({
  status: 403,
  body: { error: { code: 'forbidden', message: 'Not with this token.', ...(details && { details }) } },
});

/** Makes the server refuse every write. `details`: the details of its errors. */
function onlyReads(one: SyncDevice, details?: object[]): void {
  one.answer = ({ method }, carryOut) => (method === 'GET' ? carryOut() : forbidden(details));
}

const waiting = ({ disk }: SyncDevice) =>
  [...disk.items.values()].filter(({ due, refusal }) => due === 1 && !refusal).length;

const serverTexts = ({ server }: SyncDevice) => server.liveMemories().map(({ content }) => content);

async function saveInWork(one: SyncDevice, content: string): Promise<string> {
  const id = await one.save(content);
  const writer = new DiskWriter(one.disk);
  const at = new Date(one.now).toISOString();
  await writer.putCollection({ id: 'col_work', name: 'Work', key: 'work', createdAt: at, updatedAt: at });
  await writer.putMemory({ ...one.disk.memories.get(id)!, collection: 'col_work' });
  one.disk.commit();
  return id;
}

describe.each(['plain', 'extended'] as const)('sync with a token that may only read, on a %s server', (kind) => {
  test('stops writing after three refused writes; reading goes on, and the memories wait', async () => {
    const one = syncDevice(kind);
    onlyReads(one);
    for (let index = 0; index < 10; index++) await one.save(`note ${index}`);
    for (let round = 0; round < 3; round++) expect((await one.round()).stopped).toBeNull();
    expect(writesOf(one)).toHaveLength(3);
    expect(one.link().mayWrite).toBe(false);
    expect(waiting(one)).toBe(10);
    writeElsewhere(one, 'POST', '/memories', { content: 'from another device' });
    await one.round();
    expect(liveCount(one)).toBe(11);
    expect(writesOf(one)).toHaveLength(3);
  });

  test('stops writing after one refused write if nothing else waits', async () => {
    const one = syncDevice(kind);
    onlyReads(one);
    await one.save('the only one');
    for (let round = 0; round < 3; round++) await one.round();
    expect(writesOf(one)).toHaveLength(1);
    expect(one.link().mayWrite).toBe(false);
  });

  test('sends again with another token', async () => {
    const one = await synced(kind, 5);
    onlyReads(one, [{ path: 'scope', message: 'memories:write' }]);
    await one.save('written since');
    for (let round = 0; round < 3; round++) await one.round();
    expect(writesOf(one)).toHaveLength(1);
    expect(one.link().mayWrite).toBe(false);
    one.answer = (_, carryOut) => carryOut();
    await one.round();
    expect(serverTexts(one)).not.toContain('written since');
    one.token = 'second';
    await one.round();
    await one.round();
    expect(serverTexts(one)).toContain('written since');
    expect(one.link().mayWrite).toBe(true);
  });

  test('sends again if the user asks for it', async () => {
    const one = syncDevice(kind);
    onlyReads(one);
    await one.save('the only one');
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    await sendRefusedAgain(one.parts().store, one.parts().scratch);
    await one.round();
    expect(serverTexts(one)).toEqual(['the only one']);
  });
});

describe.each(['plain', 'extended'] as const)('a 403 for single writes, on a %s server', (kind) => {
  test('doesn’t stop all writing: the other memories are sent', async () => {
    const one = syncDevice(kind);
    one.answer = ({ method, body }, carryOut) =>
      method === 'POST' && body?.includes('poison') ? forbidden() : carryOut();
    for (const text of ['poison', 'poison too', 'fine', 'fine too']) await one.save(text);
    for (let round = 0; round < 3; round++) await one.round();
    expect(serverTexts(one).sort()).toEqual(['fine', 'fine too']);
    expect([...one.disk.items.values()].filter(({ refusal }) => refusal !== null)).toHaveLength(2);
    expect(one.link().mayWrite).toBe(true);
  });

  test('for a new collection affects only its memories, which stay here with the reason', async () => {
    const one = syncDevice(kind);
    one.answer = ({ method, path }, carryOut) =>
      method === 'POST' && path === '/collections' ? forbidden() : carryOut();
    const id = await saveInWork(one, 'in Work');
    await one.save('in none');
    for (let round = 0; round < 4; round++) await one.round();
    expect(serverTexts(one)).toEqual(['in none']);
    expect(one.disk.items.get(id)).toMatchObject({ due: 0, refusal: { message: 'Not with this token.' } });
    expect(writesOf(one).filter((line) => line.includes('/collections'))).toHaveLength(1);
    one.answer = (_, carryOut) => carryOut();
    await sendRefusedAgain(one.parts().store, one.parts().scratch);
    await one.round();
    expect(one.server.liveMemories().find(({ content }) => content === 'in Work')?.collection).toBe('Work');
  });

  test('for a memory in a collection doesn’t stop memories in no collection', async () => {
    const one = syncDevice(kind);
    one.answer = ({ method, path, body }, carryOut) =>
      method === 'POST' && path === '/memories' && body?.includes('"collection"') ? forbidden() : carryOut();
    const id = await saveInWork(one, 'in Work');
    await one.round();
    expect(one.disk.items.get(id)).toMatchObject({ due: 0, refusal: { message: 'Not with this token.' } });
    await one.save('in none');
    await one.round();
    expect(serverTexts(one)).toEqual(['in none']);
  });

  test('that isn’t from v1, such as a captive portal’s, only delays the memory', async () => {
    const one = await synced(kind, 1);
    one.answer = ({ method }, carryOut) =>
      method === 'POST' ? { status: 403, body: '<html>Sign in</html>' } : carryOut();
    await one.save('behind a portal');
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    for (let round = 0; round < 4; round++) {
      one.now += 130_000;
      await one.round();
    }
    expect(serverTexts(one)).toContain('behind a portal');
  });

  test('that isn’t from v1 is accepted as final the eighth time', async () => {
    const one = await synced(kind, 1);
    one.answer = ({ method }, carryOut) => (method === 'POST' ? { status: 403, body: '<html>No</html>' } : carryOut());
    const id = await one.save('refused by a firewall');
    for (let round = 0; round < 40; round++) {
      one.now += 130_000;
      await one.round();
    }
    expect(one.disk.items.get(id)).toMatchObject({ due: 0, refusal: { code: 'gave_up' } });
    expect(writesOf(one)).toHaveLength(8);
  });
});

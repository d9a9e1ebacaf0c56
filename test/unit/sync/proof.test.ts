import { describe, expect, test } from 'vitest';
import { syncDevice, synced, writeElsewhere, type SyncDevice } from '../../support/sync-device.ts';

const kinds = ['plain', 'extended'] as const;

const lose = ({ server }: SyncDevice, id: string) => server.erase(id);

async function verified(one: SyncDevice) {
  const { stopped, verification } = await one.round({ verifies: true });
  expect(stopped).toBeNull();
  return verification;
}

/** Ends a round after its first page, and lets some time pass. Returns the time when the round began. */
async function readOnePage(one: SyncDevice): Promise<number> {
  const [at, before] = [one.now, one.sent.length];
  const pages = () => one.sent.slice(before).filter((line) => line.startsWith('GET /v1/memories ')).length;
  expect((await one.round({ verifies: true, isOver: () => pages() >= 1 })).stopped).toBe('over');
  one.now += 60_000;
  return at;
}

const refused = { status: 422, body: { error: { code: 'validation_failed', message: 'Not this one.' } } };

describe('the reading of a plain server', () => {
  test('proves that both sides are the same, without additional requests', async () => {
    const one = await synced('plain', 25, 10);
    await one.round();
    const sent = one.sent.splice(0);
    expect(await verified(one)).toEqual({ at: one.now, same: true, count: 25, different: 0, seq: 25 });
    expect(one.sent).toEqual(sent);
  });

  test('proves that both sides are the same in the round that sends everything', async () => {
    const one = syncDevice('plain');
    await one.save('first');
    await one.save('second');
    expect(await verified(one)).toMatchObject({ same: true, count: 2 });
  });

  test('includes edits on the server', async () => {
    const one = await synced('plain', 3);
    writeElsewhere(one, 'PATCH', `/memories/${one.server.liveMemories()[0]!.id}`, { content: 'edited there' });
    expect(await verified(one)).toMatchObject({ same: true, count: 3 });
    expect([...one.disk.memories.values()].map(({ content }) => content)).toContain('edited there');
  });

  test.each([{ content: 'nose 0' }, { tags: ['other'] }, { deletedAt: '2026-01-01T00:00:00.000Z' }])(
    'finds a field changed here without a trace: %o',
    async (changed) => {
      const one = await synced('plain', 3);
      const [[id, row]] = [...one.disk.memories] as [[string, never]];
      one.disk.memories.set(id, { ...(row as object), ...changed } as never);
      expect(await verified(one)).toMatchObject({ same: false, different: 1 });
      one.disk.memories.set(id, row);
      expect(await verified(one)).toMatchObject({ same: true });
    },
  );

  test('finds a memory that has disappeared here', async () => {
    const one = await synced('plain', 3);
    one.disk.memories.delete([...one.disk.memories.keys()][0]!);
    expect(await verified(one)).toMatchObject({ same: false, different: 1 });
  });

  test('finds a memory that the server lacks', async () => {
    const one = await synced('plain', 5);
    lose(one, one.server.liveMemories()[0]!.id);
    expect(await verified(one)).toMatchObject({ same: false, different: 1 });
  });

  test('has no result while a change waits to be sent', async () => {
    const one = await synced('plain', 3);
    one.answer = ({ method }, carryOut) =>
      method === 'GET' ? carryOut() : { status: 502, body: { error: { code: 'internal', message: 'No.' } } };
    await one.edit([...one.disk.memories.keys()][0]!, { content: 'edited here' });
    expect(await verified(one)).toBeNull();
  });

  test('has no result if a memory is edited here during the round', async () => {
    const one = await synced('plain', 3);
    one.answer = ({ path }, carryOut) => {
      const [id] = one.disk.memories.keys();
      if (path === '/memories') void one.edit(id!, { content: 'edited meanwhile' });
      return carryOut();
    };
    expect(await verified(one)).toBeNull();
  });

  test('counts neither memories that the server refuses nor memories that can’t be stored here', async () => {
    const one = syncDevice('plain');
    one.answer = ({ method, body }, carryOut) =>
      method === 'POST' && body?.includes('refused') ? refused : carryOut();
    await one.save('kept');
    await one.save('refused');
    writeElsewhere(one, 'POST', '/memories', { content: '\u0000' });
    expect(await verified(one)).toMatchObject({ same: true, count: 1 });
  });

  test.each(kinds)('doesn’t count a memory whose change a server (%s) refuses', async (kind) => {
    const one = await synced(kind, 3);
    one.answer = ({ method }, carryOut) => (method === 'PATCH' ? refused : carryOut());
    await one.edit([...one.disk.memories.keys()][0]!, { content: 'edited here' });
    expect(await verified(one)).toMatchObject({ same: true, count: 2 });
  });

  test('doesn’t compare fields that the server doesn’t have', async () => {
    const one = await synced('plain', 3);
    const [[id, row]] = [...one.disk.memories] as [[string, object]];
    one.disk.memories.set(id, { ...row, url: 'https://example.test/a', collection: 'col_here' } as never);
    expect(await verified(one)).toMatchObject({ same: true, count: 3 });
  });
});

describe('a reading that began in an earlier round', () => {
  test('proves the state at its beginning', async () => {
    const one = await synced('plain', 25, 10);
    const at = await readOnePage(one);
    expect(await verified(one)).toEqual({ at, same: true, count: 25, different: 0, seq: 25 });
  });

  test('includes changes that the later round sends', async () => {
    const one = await synced('plain', 25, 10);
    await readOnePage(one);
    for (const id of one.disk.memories.keys()) await one.edit(id, { content: `edited ${id}` });
    expect(await verified(one)).toMatchObject({ same: true, count: 25 });
  });

  test('proves nothing if the read memories differ from what is known about the server now', async () => {
    const one = await synced('plain', 25, 10);
    await readOnePage(one);
    for (const [id, item] of one.disk.items) {
      one.disk.items.set(id, { ...item, base: { ...item.base!, content: 'sent meanwhile' }, mirror: null });
      one.disk.memories.set(id, { ...one.disk.memories.get(id)!, content: 'sent meanwhile' });
    }
    expect(await verified(one)).toBeNull();
  });

  test('proves nothing if it missed a memory', async () => {
    const one = await synced('plain', 25, 10);
    await readOnePage(one);
    lose(one, one.server.liveMemories()[0]!.id);
    expect(await verified(one)).toBeNull();
  });

  test('proves nothing if it began in an earlier release, which stored no hashes', async () => {
    const one = await synced('plain', 25, 10);
    await readOnePage(one);
    const { sweep, pages } = one.disk.sweep!;
    one.disk.sweep = { sweep, pages: new Map([...pages].map(([page, seen]) => [page, seen.map(([id]) => [id, ''])])) };
    expect(await verified(one)).toBeNull();
    expect(await verified(one)).toMatchObject({ same: true });
  });
});

describe('a server with fingerprints and a memory that can’t be stored here', () => {
  async function withUnfit() {
    const one = await synced('extended', 3);
    one.server.put({ content: '\u0000', tags: [] });
    await one.round();
    return one;
  }

  test('is read whole to prove that the other memories are the same, but only on request', async () => {
    const one = await withUnfit();
    expect((await one.round()).verification).toBeNull();
    expect(await verified(one)).toMatchObject({ same: true, count: 3 });
    one.sent.length = 0;
    await one.round();
    expect(one.sent).toEqual(['GET /v1/changes first']);
  });

  test('is read whole, which finds a memory that the feed didn’t report', async () => {
    const one = await withUnfit();
    writeElsewhere(one, 'POST', '/memories', { content: 'not reported' });
    one.answer = ({ path }, carryOut) => {
      const { body, ...answer } = carryOut();
      return { ...answer, body: path === '/changes' ? { ...(body as object), memories: [] } : body };
    };
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    await one.round();
    expect(one.disk.memories.size).toBe(3);
    await verified(one);
    expect(one.disk.memories.size).toBe(4);
  });

  test('is found to be different if another memory here differs', async () => {
    const one = await withUnfit();
    const [[id, row]] = [...one.disk.memories] as [[string, object]];
    one.disk.memories.set(id, { ...row, content: 'nose 0' } as never);
    expect(await verified(one)).toMatchObject({ same: false, different: 1 });
  });
});

describe('a comparison of what the user chose to sync', () => {
  /** A device that syncs only Work. Its server has two memories in Work and one in Home; one memory is only here. */
  async function chosen(kind: 'plain' | 'extended') {
    const one = syncDevice(kind);
    const [work, home] = ['Work', 'Home'].map((name) => writeElsewhere(one, 'POST', '/collections', { name }).id);
    for (const [content, collection] of [
      ['first', work],
      ['second', work],
      ['at home', home],
    ])
      writeElsewhere(one, 'POST', '/memories', { content, collection });
    one.disk.collections.set('col_work', {
      id: 'col_work',
      name: 'Work',
      key: 'work',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
    one.disk.state.set('link', { ...one.link(), collections: ['col_work'] });
    await one.save('only here');
    return one;
  }

  test.each(kinds)('covers only the chosen collections (%s server)', async (kind) => {
    const one = await chosen(kind);
    expect(await verified(one)).toMatchObject({ same: true, count: 2 });
  });

  test('reads the server again only on request if the server has a change feed', async () => {
    const one = await chosen('extended');
    expect(await verified(one)).toMatchObject({ same: true, count: 2 });
    one.sent.length = 0;
    expect((await one.round()).verification).toBeNull();
    expect(one.sent).toEqual(['GET /v1/changes first']);
    expect(await verified(one)).toMatchObject({ same: true, count: 2 });
  });

  test('is completed by a later round if the first round’s time is up', async () => {
    const one = await chosen('extended');
    await verified(one);
    const pages = one.sent.length;
    expect((await one.round({ verifies: true, isOver: () => one.sent.length > pages })).stopped).toBe('over');
    const { stopped, verification } = await one.round();
    expect({ stopped, same: verification?.same }).toEqual({ stopped: null, same: true });
  });

  test('finds changes that the feed of a restored server doesn’t show', async () => {
    const one = await chosen('extended');
    await verified(one);
    const backup = one.server.backup();
    const [first, second] = one.server.liveMemories();
    writeElsewhere(one, 'PATCH', `/memories/${first!.id}`, { content: 'lost with the backup' });
    await one.round();
    one.server.restore(backup);
    writeElsewhere(one, 'PATCH', `/memories/${second!.id}`, { content: 'written after the backup' });
    const shown = () => [...one.disk.memories.values()].map(({ content }) => content).toSorted();
    await one.round();
    expect(shown()).toEqual(['lost with the backup', 'only here', 'second']);
    await one.round({ verifies: true });
    expect(shown()).toEqual(['first', 'only here', 'written after the backup']);
  });

  test('has no result on a device that only sends', async () => {
    const one = syncDevice('plain');
    one.disk.state.set('link', { ...one.link(), mode: 'push' });
    await one.save('first');
    expect(await verified(one)).toBeNull();
  });

  test('has a result on a device that only receives, unless something exists only here', async () => {
    const one = syncDevice('plain');
    one.disk.state.set('link', { ...one.link(), mode: 'pull' });
    writeElsewhere(one, 'POST', '/memories', { content: 'from there' });
    expect(await verified(one)).toMatchObject({ same: true, count: 1 });
    await one.save('from here');
    expect(await verified(one)).toBeNull();
  });
});

test.each([{ to: 'deleted' }, { to: 'edited' }])('a memory $to during the round isn’t a difference', async ({ to }) => {
  const one = await synced('extended', 3);
  const [id] = [...one.disk.memories.keys()];
  const changed = to === 'edited' ? { content: 'edited' } : { deletedAt: new Date(one.now).toISOString() };
  one.answer = ({ path }, carryOut) => {
    if (path === '/digest') void one.edit(id!, changed);
    return carryOut();
  };
  expect(await verified(one)).toBeNull();
  one.answer = (_, carryOut) => carryOut();
  expect(await verified(one)).toMatchObject({ same: true, different: 0 });
});

test.each(kinds)('a comparison has no result if a memory is saved here meanwhile (%s server)', async (kind) => {
  const one = await synced(kind, 3);
  await one.round();
  one.answer = ({ path }, carryOut) => {
    if (path === '/digest' || path === '/memories') void one.save('meanwhile');
    return carryOut();
  };
  expect(await verified(one)).toBeNull();
  one.answer = (_, carryOut) => carryOut();
  expect(await verified(one)).toMatchObject({ same: true, count: 4 });
});

import { describe, expect, test, vi } from 'vitest';
import { address, waitForState, connected, device, ourServer, runRound, save, textsOf, tokenOf } from './device.ts';

test('checks a server without writing anything, here or there', async () => {
  const server = ourServer();
  const one = device(server);
  for (const text of ['only here', 'both']) await save(one.local, text);
  for (const text of ['both', 'only there', 'there too']) await save(server.service, text);
  await one.sync.command({ do: 'check', address, token: await tokenOf(server) });
  const { check } = await waitForState(one.sync, 'the check', (state) => state.check?.status === 'ready');
  expect(check).toMatchObject({ address, here: 2, there: 3, same: 1, mayWrite: true });
  expect(check).toMatchObject({ offers: { exactlyOnce: true, deletes: true, addresses: true, digest: true } });
  expect(await textsOf(server.service)).toHaveLength(3);
  expect(await textsOf(one.local)).toHaveLength(2);
  expect(one.backups).toBe(0);
  expect(server.sent).not.toContain('POST /v1/memories');
});

test('counts each of several memories with the same text', async () => {
  const server = ourServer();
  const one = device(server);
  for (const text of ['thrice here', 'thrice here', 'thrice here', 'twice there']) await save(one.local, text);
  for (const text of ['thrice here', 'twice there', 'twice there']) await save(server.service, text);
  await one.sync.command({ do: 'check', address, token: await tokenOf(server) });
  const { check } = await waitForState(one.sync, 'the check', (state) => state.check?.status === 'ready');
  expect(check).toMatchObject({ here: 4, there: 3, same: 2 });
});

test('reports what is wrong with a server or a token, and that a token may only read', async () => {
  const server = ourServer();
  const one = device(server);
  const faultOf = async (token: string) => {
    await one.sync.command({ do: 'check', address, token });
    const { check } = await waitForState(one.sync, 'the check', (state) => state.check?.status !== 'running');
    return check?.status === 'failed' ? check.fault : check?.status === 'ready' && check.mayWrite;
  };
  expect(await faultOf('cpk_wrong')).toBe('unauthorized');
  expect(await faultOf('not a token')).toBe('unreachable');
  expect(await faultOf(await tokenOf(server, ['memories:read']))).toBe(false);
  expect(await faultOf(await tokenOf(server, ['collections:read']))).toBe('forbidden');
  server.instead = () => new Response('<html>Sign in to the train</html>');
  expect(await faultOf('any')).toBe('malformed');
  server.instead = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await faultOf('any')).toBe('unreachable');
});

test('after the server refused a write, reports that the token may only read, until the user connects again', async () => {
  const server = ourServer();
  const one = device(server);
  await connected(server, one);
  const forbidden = {
    error: { code: 'forbidden', message: 'No.', details: [{ path: 'scope', message: 'memories:write' }] },
  };
  server.instead = ({ method }) => (method === 'GET' ? undefined : Response.json(forbidden, { status: 403 }));
  await save(one.local, 'waits');
  expect(await runRound(one)).toMatchObject({ server: { mayWrite: false }, counts: { waiting: 1, stuck: 0 } });
  const again = await one.restart();
  expect(await again.sync.state()).toMatchObject({ server: { mayWrite: false } });
  server.instead = undefined;
  await connected(server, again);
  const sent = await waitForState(again.sync, 'the memory to be sent', ({ counts }) => counts.synced === 1);
  expect(sent).toMatchObject({ server: { mayWrite: true }, counts: { waiting: 0 } });
});

test('two devices and a server become equal, even after a deletion, a new memory and a restart', async () => {
  const server = ourServer();
  const [one, other] = [device(server), device(server)];
  await save(one.local, 'from one');
  await save(other.local, 'from other');
  await connected(server, one);
  expect(one.backups).toBe(1);
  expect(one.active.at(-1)).toBe(true);
  await connected(server, other);
  await runRound(one);
  expect([await textsOf(one.local), await textsOf(other.local)]).toEqual([
    ['from one', 'from other'],
    ['from one', 'from other'],
  ]);

  const again = await one.restart();
  const [first] = (await again.local.send('GET', '/memories')).body.memories;
  await again.local.send('DELETE', `/memories/${first.id}`);
  await save(again.local, 'after a restart');
  expect(await runRound(again)).toMatchObject({ proof: { same: true, count: 2 }, counts: { waiting: 0, synced: 2 } });
  await runRound(other);
  expect(await textsOf(other.local)).toEqual(await textsOf(again.local));
  expect(await textsOf(server.service)).toEqual(await textsOf(again.local));
});

test('waits while the server can’t be reached, reports that, and sends later', async () => {
  const server = ourServer();
  const one = device(server);
  await connected(server, one);
  await save(one.local, 'written on a train');
  server.instead = () => {
    throw new TypeError('Failed to fetch');
  };
  const state = await runRound(one);
  expect(state).toMatchObject({ last: { stopped: 'unreachable' }, counts: { waiting: 1 } });
  expect(Date.parse(state.retryAt!)).toBeGreaterThan(Date.now());
  server.instead = undefined;
  expect(await runRound(one)).toMatchObject({ last: { stopped: null }, counts: { waiting: 0, synced: 1 } });
});

test('shows a refused memory with its reason, and sends it again on request', async () => {
  const server = ourServer();
  const one = device(server);
  await connected(server, one);
  const error = { error: { code: 'invalid_request', message: 'It is a Tuesday.' } };
  server.instead = ({ method }) => (method === 'POST' ? Response.json(error, { status: 400 }) : undefined);
  await save(one.local, 'refused');
  expect(await runRound(one)).toMatchObject({
    counts: { stuck: 1, waiting: 0 },
    stuck: [{ text: 'refused', reason: 'It is a Tuesday.' }],
  });
  server.instead = undefined;
  await one.sync.command({ do: 'retry' });
  await waitForState(one.sync, 'the memory to arrive', ({ counts }) => counts.stuck === 0 && counts.synced === 1);
});

describe('when the plan of the server is used up', () => {
  const full = { error: { code: 'quota_exceeded', message: 'The plan allows 200 memories, and all are used.' } };
  const today = { error: { code: 'quota_exceeded', message: 'Used up.', retryAfter: 7_200 } };
  const usage = (memories: number, transactions: number) => ({
    plan: 'free',
    memories: { used: memories, limit: 200 },
    transactionsToday: { used: transactions, limit: 10 },
    rateLimit: { limit: 100, remaining: 99, reset: 0 },
  });

  /** Makes the server refuse every write, saves `count` memories here, and runs a round. `used`: the server’s usage. */
  async function withRefusedWrites(error: object, used: object | undefined, count = 2) {
    const server = ourServer();
    const one = device(server);
    await connected(server, one);
    const batch = { responses: Array.from({ length: count }, () => ({ status: 403, body: error })) };
    server.instead = ({ method, url }) => {
      if (url.endsWith('/batch')) return Response.json(batch);
      if (method !== 'GET') return Response.json(error, { status: 403 });
      return url.endsWith('/usage') && used !== undefined ? Response.json(used) : undefined;
    };
    for (let index = 0; index < count; index++) await save(one.local, `waits ${index}`);
    server.sent = [];
    return { server, one, state: await runRound(one) };
  }

  test('reports the waiting memories and the plan’s limit of memories, and reads the usage once', async () => {
    const { server, one, state } = await withRefusedWrites(full, usage(200, 3));
    expect(state).toMatchObject({ counts: { waiting: 2, stuck: 0 }, last: { stopped: null } });
    expect(state.quota).toMatchObject({ kind: 'memories', used: 200, limit: 200 });
    expect(Date.parse(state.quota!.until)).toBeGreaterThan(Date.now());
    expect(state.waiting.map(({ text }) => text).sort()).toEqual(['waits 0', 'waits 1']);
    await runRound(one);
    expect(server.sent.filter((line) => line.endsWith('/usage'))).toHaveLength(1);
    const again = await one.restart();
    expect((await again.sync.state()).quota).toEqual(state.quota);
  });

  test('reports when the day’s changes become available again, and reports nothing after that time', async () => {
    const { one, state } = await withRefusedWrites(today, usage(20, 10));
    expect(state.quota).toMatchObject({ kind: 'day', used: 10, limit: 10 });
    expect(Date.parse(state.quota!.until) - Date.now()).toBeGreaterThan(7_000_000);
    one.skew = 7_300_000;
    expect((await one.sync.state()).quota).toBeUndefined();
  });

  test('sends automatically once the server allows changes again', async () => {
    const soon = { error: { ...today.error, retryAfter: 60 } };
    const { server, one } = await withRefusedWrites(soon, usage(20, 10));
    server.instead = undefined;
    const again = await one.restart();
    again.skew = 61_000;
    await waitForState(again.sync, 'the memories to arrive', ({ counts }) => counts.synced === 2);
  });

  test('reports no numbers if the server’s usage doesn’t explain the refusal', async () => {
    expect((await withRefusedWrites(full, usage(20, 1))).state.quota).toMatchObject({ kind: 'unknown' });
  });

  test('sends at once on request, and then reports no quota', async () => {
    const { server, one } = await withRefusedWrites(full, usage(200, 3));
    server.instead = undefined;
    expect(await runRound(one)).toMatchObject({ counts: { waiting: 2 }, quota: { kind: 'memories' } });
    await one.sync.command({ do: 'retry' });
    const state = await waitForState(one.sync, 'the memories to arrive', ({ counts }) => counts.synced === 2);
    expect(state).toMatchObject({ counts: { waiting: 0 }, waiting: [], quota: undefined });
    expect(await textsOf(server.service)).toEqual(['waits 0', 'waits 1']);
  });

  test('lists only 20 of many waiting memories', async () => {
    const { state } = await withRefusedWrites(full, usage(200, 3), 30);
    expect([state.counts.waiting, state.waiting.length]).toEqual([30, 20]);
  });
});

test('sends nothing while paused, and sends only two read requests in an idle round', async () => {
  const server = ourServer();
  const one = device(server);
  await connected(server, one);
  await one.sync.command({ do: 'pause' });
  await save(one.local, 'meanwhile');
  server.sent = [];
  await one.sync.command({ do: 'now' });
  expect(server.sent).toEqual([]);
  expect(one.active.at(-1)).toBe(false);
  await one.sync.command({ do: 'resume' });
  await waitForState(one.sync, 'the round', ({ counts, isRunning }) => counts.synced === 1 && !isRunning);
  await runRound(one);
  server.sent = [];
  await runRound(one);
  expect(server.sent).toEqual(['GET /v1/changes', 'GET /v1/digest']);
});

test('reads the server’s changes when the extension is used, if they were last read at least half a minute ago', async () => {
  const server = ourServer();
  const one = device(server);
  await connected(server, one);
  await save(server.service, 'from elsewhere');
  const syncAfter = async (skew: number) => {
    one.skew = skew;
    one.sync.checkSoon();
    await vi.advanceTimersByTimeAsync(4_000);
    return textsOf(one.local);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await syncAfter(20_000)).toEqual([]);
  await syncAfter(31_000);
  vi.useRealTimers();
  await waitForState(one.sync, 'the round', ({ counts, isRunning }) => counts.synced === 1 && !isRunning);
  expect(await textsOf(one.local)).toEqual(['from elsewhere']);
});

test('stops when the server refuses the token, and continues with a new token', async () => {
  const server = ourServer();
  const one = device(server);
  await save(one.local, 'kept');
  await connected(server, one);
  server.instead = () => Response.json({ error: { code: 'unauthorized', message: 'No.' } }, { status: 401 });
  expect(await runRound(one)).toMatchObject({ last: { stopped: 'unauthorized' }, retryAt: undefined });
  server.instead = undefined;
  await connected(server, one);
  expect(await textsOf(server.service)).toEqual(['kept']);
});

test('disconnecting keeps the memories, and the device stays disconnected after a restart', async () => {
  const server = ourServer();
  const one = device(server);
  await save(one.local, 'kept');
  await connected(server, one);
  await one.sync.command({ do: 'disconnect' });
  expect(await one.sync.state()).toMatchObject({ server: undefined, counts: { synced: 0 } });
  expect(await textsOf(one.local)).toEqual(['kept']);
  expect(await textsOf(server.service)).toEqual(['kept']);
  const again = await one.restart();
  expect((await again.sync.state()).server).toBeUndefined();
  expect(again.active.at(-1) ?? false).toBe(false);
});

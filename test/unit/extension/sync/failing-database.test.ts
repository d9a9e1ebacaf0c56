import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SyncState } from '../../../../src/lib/sync.ts';
import { strictDatabase, syncDatabase } from '../../../../src/store/dexie/names.ts';
import { startPlainServer } from '../../../support/plain-server/index.ts';
import { longProofMs, ofTheDay, report } from '../../../support/rounds.ts';
import { failWrite, type FailureAt } from '../../../support/store-cases/failing-writes.ts';
import { FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { waitForState, device, runRound, save, type Device } from './device.ts';
import { changeMemory, expectEqual, httpServer, ourHttpServer, runRounds, connectDevice } from './over-http.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const expectedTexts = ['edited here', 'edited there', 'here', 'new here', 'new there', 'there'];

/**
 * Servers over HTTP, each with the number of rounds that sync needs to repair everything. Without idempotency keys,
 * sync needs more rounds to determine whether an unanswered create was carried out.
 */
const servers = {
  ours: {
    run: ourHttpServer,
    repairs: 1,
  },
  plain: {
    async run() {
      const { url, token, close } = await startPlainServer();
      onTestFinished(close);
      return httpServer(url, token);
    },
    repairs: 3,
  },
};

type ServerName = keyof typeof servers;

/** A device whose next round sends and receives both a new memory and an edit. */
async function busy(name: ServerName) {
  const server = await servers[name].run();
  const browser = new FakeBrowser();
  const hook = { before: () => {} };
  const one = device(
    {
      fetch: (...args) => {
        hook.before();
        return fetch(...args);
      },
    },
    browser.indexedDB,
  );
  one.faults = [];
  for (const text of ['here', 'old here']) await save(one.local, text);
  await server.client.memories.create({ content: 'there' });
  const { id } = await server.client.memories.create({ content: 'old there' });
  await connectDevice(one, server);
  await server.client.memories.update(id, { content: 'edited there' });
  await server.client.memories.create({ content: 'new there' });
  await changeMemory(one, 'old here', 'edited here');
  await save(one.local, 'new here');
  return { one, server, browser, hook };
}

/** The number of writes to a database in the next round of a busy device. */
async function writesTo(database: string, name: ServerName): Promise<number> {
  const { one, server } = await busy(name);
  const counting = failWrite(database, 'request', Infinity, 'UnknownError');
  await expectEqual(one, server, await runRound(one), expectedTexts);
  const writes = counting.writes();
  vi.restoreAllMocks();
  return writes;
}

interface WriteFailure {
  at: FailureAt;
  error: string;
  nth: number;
}

const failures = (['request', 'abort', 'commit'] as const).flatMap((at) =>
  ['QuotaExceededError', 'UnknownError'].map((error) => ({ at, error })),
);

/** Runs a round in which any write may fail, even the one that stores the outcome. */
async function attempt(one: Device): Promise<SyncState> {
  const before = (await one.sync.state()).last?.at;
  await one.sync.command({ do: 'now' });
  return waitForState(
    one.sync,
    'a round or its failure',
    ({ last, isRunning }) => !isRunning && (last?.at !== before || one.faults!.length > 0),
  );
}

/**
 * Runs the round with one failing write. The next rounds must repair everything. Returns whether the failure was
 * reported.
 */
async function failingRound(database: string, name: ServerName, { at, error, nth }: WriteFailure): Promise<boolean> {
  const { one, server } = await busy(name);
  failWrite(database, at, nth, error);
  const { last } = await attempt(one);
  vi.restoreAllMocks();
  const isReported = one.faults!.length > 0;
  if (database === strictDatabase) expect(isReported).toBe(last!.stopped === 'failed');
  const next = nth % 2 === 0 ? await one.restart() : one;
  await expectEqual(next, server, await runRounds(next, servers[name].repairs), expectedTexts);
  return isReported;
}

test.each([
  ['memories', 'ours', strictDatabase, 17],
  ['memories', 'plain', strictDatabase, 17],
  ['position in the list', 'plain', syncDatabase, 7],
] as const)(
  'a round that can’t store the %s does no harm, with the server “%s”',
  async (_, name, database, step) => {
    const writes = await writesTo(database, name);
    expect(writes).toBeGreaterThan(2);
    const all = failures.flatMap((failure) =>
      Array.from({ length: writes }, (_, index): WriteFailure => ({ ...failure, nth: index + 1 })),
    );
    const chosen = ofTheDay(all, step);
    const reported = [];
    for (const failure of chosen) reported.push(await failingRound(database, name, failure));
    const count = reported.filter(Boolean).length;
    report(
      `sync with a failing ${database}, server ${name}: ${chosen.length} of ${all.length} writes, ${count} reported`,
    );
    expect(count).toBeGreaterThan(0);
  },
  longProofMs,
);

const closing = {
  'by the browser': (connection: IDBDatabase) => forceCloseDatabase(connection as never),
  'without an event': (connection: IDBDatabase) => connection.close(),
};

describe.each(Object.entries(closing))('a database closed %s', (_, close) => {
  test.each([strictDatabase, syncDatabase])('before each request of a round does no harm: %s', async (database) => {
    const { one, server, browser, hook } = await busy('ours');
    let closed = 0;
    hook.before = () => {
      close(browser.connection(database));
      closed++;
    };
    await attempt(one);
    hook.before = () => {};
    expect(closed).toBeGreaterThan(0);
    await expectEqual(one, server, await runRound(one), expectedTexts);
  });
});

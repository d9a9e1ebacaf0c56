import { expect, onTestFinished, test } from 'vitest';
import { startPlainServer, type Choices, type Parts } from '../../../support/plain-server/index.ts';
import { correctParts } from '../../../support/plain-server/memories.ts';
import { Refusal } from '../../../support/plain-server/refusal.ts';
import { waitForState, device, save } from './device.ts';
import { expectEqual, httpServer, runRounds, connectDevice, textsHere, textsThere } from './over-http.ts';

const pageSize = 10;
const there = Array.from({ length: 35 }, (_, index) => `there ${index}`);

type Cursor = string | undefined;

/**
 * Faults of servers. Each returns the cursor that the server sends in place of the correct `next`, or refuses the
 * request. `cursor` is the cursor of the request, `first` the cursor of the second page.
 */
const cursorFaults: Record<string, (cursor: Cursor, next: Cursor, first: Cursor) => Cursor> = {
  'repeat themselves': (cursor, next) => cursor ?? next,
  'go in circles': (_, next, first) => next ?? first,
  'return to the second page midway': (cursor, next, first) => (cursor === undefined ? next : first),
  'expire at once': (cursor, next) => {
    if (cursor !== undefined) throw new Refusal(410, 'cursor_expired', 'This cursor has expired.');
    return next;
  },
};

/**
 * With these faults, most memories seem to be missing on the server, so sync asks the user. Even the wrong answer must
 * do no harm.
 */
const askingFaults = new Set(['repeat themselves', 'return to the second page midway']);

/** A plain server over HTTP with pages of ten, and a device that has synced all the server's memories. */
async function withSyncedDevice(choices: Partial<Choices> = {}) {
  let fault: (typeof cursorFaults)[string] | undefined;
  let first: Cursor;
  /** Runs each time before the second page is read. */
  let midway = () => {};
  const page: Parts['page'] = (memories, _, cursor) => {
    if (cursor !== undefined && cursor === first) midway();
    const found = correctParts.page(memories, pageSize, cursor);
    if (cursor === undefined) first = found.next;
    return fault ? { ...found, next: fault(cursor, found.next, first) } : found;
  };
  const plain = await startPlainServer(choices, { page });
  onTestFinished(plain.close);
  const server = httpServer(plain.url, plain.token);
  for (const content of there) await server.client.memories.create({ content });
  const browser = device({ fetch: (...args) => fetch(...args) });
  await expectEqual(browser, server, await connectDevice(browser, server), there);
  return {
    browser,
    server,
    kept: plain.kept,
    setFault: (name: string | undefined) => void (fault = name === undefined ? undefined : cursorFaults[name]),
    setMidway: (work: () => void) => void (midway = work),
  };
}

test.each(Object.keys(cursorFaults))(
  'deletes and duplicates nothing here while cursors %s, and has the same memories as the server afterwards',
  async (name) => {
    const { browser, server, setFault } = await withSyncedDevice();
    const { proof: before } = await browser.sync.state();
    const expectAllKept = async () => {
      expect(await textsHere(browser)).toEqual(expect.arrayContaining([...there, 'new here']));
      expect(await textsHere(browser, true)).toEqual([]);
    };
    setFault(name);
    await save(browser.local, 'new here');
    await server.client.memories.create({ content: 'new there' });
    const { question, proof } = await runRounds(browser, 4);
    await expectAllKept();
    if (proof!.at !== before!.at) expect(proof).toMatchObject({ same: true, count: 37 });
    if (askingFaults.has(name)) {
      expect(question).toMatchObject({ kind: 'mass-absence' });
      await browser.sync.command({ do: 'decide', decision: 'delete' });
      await runRounds(browser, 4);
      await expectAllKept();
    } else expect(question).toBeUndefined();
    setFault(undefined);
    await expectEqual(browser, server, await runRounds(browser, 4), [...there, 'new here', 'new there']);
  },
);

test.each(['last changed first', 'arbitrary', 'oldest first'] as const)(
  'deletes and duplicates nothing if memories move between pages, in the order “%s”',
  async (order) => {
    const { browser, server, kept, setMidway } = await withSyncedDevice({ order });
    let edits = 0;
    setMidway(() => {
      if (edits === 3) return;
      const last = kept.memories.reduce((oldest, memory) => (memory.updatedAt < oldest.updatedAt ? memory : oldest));
      last.content = `edited midway ${++edits}`;
      last.updatedAt = new Date().toISOString();
    });
    await save(browser.local, 'new here');
    const state = await runRounds(browser, 4);
    expect(edits).toBe(3);
    const texts = await textsThere(server);
    expect(texts).toHaveLength(36);
    expect(texts.filter((text) => text.startsWith('edited midway'))).toHaveLength(3);
    await expectEqual(browser, server, state, texts);
  },
);

test('sync withdraws the question about missing memories if another read finds all memories', async () => {
  const { browser, server, setFault } = await withSyncedDevice();
  setFault('repeat themselves');
  expect((await runRounds(browser, 3)).question).toMatchObject({ kind: 'mass-absence' });
  await browser.sync.command({ do: 'decide', decision: 'again' });
  await waitForState(
    browser.sync,
    'the question again',
    ({ question, isRunning }) => question !== undefined && !isRunning,
  );
  setFault(undefined);
  await browser.sync.command({ do: 'decide', decision: 'again' });
  const state = await waitForState(
    browser.sync,
    'the end',
    ({ last, isRunning }) => last?.stopped === null && !isRunning,
  );
  expect(state.question).toBeUndefined();
  await expectEqual(browser, server, await runRounds(browser, 2), there);
});

test('control: after four rounds, memories that the server has really lost are in the trash here', async () => {
  const { browser, server, kept } = await withSyncedDevice();
  kept.memories = kept.memories.filter(({ content }) => content !== 'there 7');
  await runRounds(browser, 4);
  expect(await textsHere(browser, true)).toEqual(['there 7']);
  expect(await textsHere(browser)).toEqual(await textsThere(server));
});

import { afterEach, describe, expect, test } from 'vitest';
import { browserKind, launchBrowser, until, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { runsAll } from '../support/rounds.ts';
import { watch, watchedExtension, type Fault } from '../support/watched/index.ts';

/**
 * The test holds a transaction open by sending requests in it. After this many requests without a response to the save,
 * the test concludes that no response is sent before the commit. With the fault `confirms early`, the response comes
 * after 100 requests.
 */
const enoughTurns = 500;

let browser: ExtensionBrowser | undefined;
afterEach(() => browser?.close());

async function openWatched(...faults: Fault[]): Promise<{ page: Page; client: ReturnType<typeof clientThrough> }> {
  browser = await launchBrowser({ extension: await watchedExtension(browserKind(), faults) });
  const page = await browser.newPage(browser.address('popup.html'));
  const client = clientThrough(page);
  // The first response shows that the engine is running and its transactions are recorded.
  await client.usage.read();
  return { page, client };
}

/** Saves, edits, moves to a collection, deletes and restores. Returns the distinct durabilities of all writes. */
async function durabilities(...faults: Fault[]): Promise<string[]> {
  const { page, client } = await openWatched(...faults);
  const before = (await watch(page)).writes.length;
  const memory = await client.memories.create({ content: 'Kept for good.', tags: ['one'] });
  const collection = await client.collections.create({ name: 'House' });
  await client.memories.update(memory.id, { content: 'Kept for good, and edited.', collection: collection.id });
  await client.memories.delete(memory.id);
  await client.memories.restore(memory.id);
  await client.memories.delete(memory.id);
  await client.collections.delete(collection.id);
  const writes = (await watch(page)).writes;
  expect(writes.length - before).toBeGreaterThanOrEqual(7);
  return [...new Set(writes)];
}

describe('writes of memories and collections', () => {
  test('all use strict durability', async () => {
    expect(await durabilities()).toEqual(['strict']);
  });

  if (runsAll)
    test('control: relaxed writes are detected', async () => {
      expect(await durabilities('relaxed')).toEqual(['relaxed']);
    });
});

/**
 * Saves while the commit is delayed. Returns whether a response was sent before the commit, and asserts that a
 * response is sent in the end. With a fault, delays the commit until a response is sent.
 */
async function answersBeforeCommit(fault?: Fault): Promise<boolean> {
  const { page, client } = await openWatched(...(fault ? [fault] : []));
  await watch(page, { hold: 'Held open.' });
  let answered = false;
  const saving = client.memories.create({ content: 'Held open.' }).then((memory) => {
    answered = true;
    return memory;
  });
  await until(
    'the held transaction to continue, or a response',
    async () => (fault === undefined && (await watch(page)).turnsHeld >= enoughTurns) || answered,
  );
  const early = answered;
  await watch(page, { hold: '' });
  expect(await saving).toMatchObject({ content: 'Held open.' });
  return early;
}

describe('the response to a save', () => {
  test('is not sent before the commit', async () => {
    expect(await answersBeforeCommit()).toBe(false);
  });

  if (runsAll)
    test('control: a response sent before the commit is detected', async () => {
      expect(await answersBeforeCommit('confirms early')).toBe(true);
    });
});

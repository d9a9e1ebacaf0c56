import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import type { EngineState } from '../../src/client/engine-control.ts';
import { browserKind, launchBrowser, until, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { waitUntilIndexed } from '../support/indexing.ts';

const hotel = 'Room twelve, Lisbon; ask for the back, away from the tram.';
const others = [
  'The plumber Mr. Okafor fixed the boiler on Elm Street in two hours.',
  'Sourdough: 100 g starter, 350 g water, 500 g flour, 10 g salt.',
  'Bleed the radiators each autumn before the heating is switched on.',
];
/** A query that shares no word with the note it should find. */
const question = 'a quiet place to stay when travelling to Portugal';

let browser: ExtensionBrowser;
let popup: Page;
let client: Client;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  popup = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(popup);
  for (const content of [hotel, ...others]) await client.memories.create({ content });
});

afterAll(() => browser?.close());

const state = () => ask(popup, { kind: 'engineState' });

describe('a saved memory', () => {
  test('is indexed in the background, and then found by meaning', async () => {
    const { status, indexing } = await waitUntilIndexed(popup);
    expect([status, indexing]).toEqual(['ready', { indexed: 4, total: 4, paused: false }]);
    const { mode, coverage, memories } = await client.memories.search({ query: question });
    expect([mode, coverage]).toEqual(['hybrid', 1]);
    expect(memories[0]).toMatchObject({ content: hotel, match: { words: [] } });
  });

  test('is indexed again after an edit, and found by its new meaning', async () => {
    const [memory] = (await client.memories.search({ query: question, limit: 1 })).memories;
    await client.memories.update(memory!.id, { content: 'The dentist is closed on Wednesdays.' });
    await waitUntilIndexed(popup);
    const found = await client.memories.search({ query: 'who looks after my teeth' });
    expect(found.memories[0]).toMatchObject({ id: memory!.id });
    await client.memories.update(memory!.id, { content: hotel });
    await waitUntilIndexed(popup);
    expect((await client.memories.search({ query: question })).memories[0]).toMatchObject({ content: hotel });
  });

  test('stays indexed after the background has stopped', async () => {
    await browser.stopBackground();
    expect((await state()).indexing).toMatchObject({ indexed: 4, total: 4 });
    await until(
      'the model to be loaded for an open page of the extension',
      async () => (await state()).status === 'ready',
    );
    expect((await client.memories.search({ query: question })).memories[0]).toMatchObject({ content: hotel });
  });
});

describe('pausing', () => {
  beforeEach(() => waitUntilIndexed(popup));

  test('stops indexing until the user resumes it, even after the engine restarts', async () => {
    await ask(popup, { kind: 'engineCommand', command: 'pause' });
    const { id } = await client.memories.create({ content: 'Ada lent me her ladder.' });
    await browser.stopBackground();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect((await state()).indexing).toEqual({ indexed: 4, total: 5, paused: true });
    const { mode, coverage } = await client.memories.search({ query: question });
    expect([mode, coverage]).toEqual(['hybrid', 0.8]);
    await ask(popup, { kind: 'engineCommand', command: 'resume' });
    expect((await waitUntilIndexed(popup)).indexing).toEqual({ indexed: 5, total: 5, paused: false });
    await client.memories.delete(id);
  });
});

describe('indexing many memories', () => {
  const many = 60;

  test('starts with the newest, and search by meaning works meanwhile', async () => {
    await ask(popup, { kind: 'engineCommand', command: 'pause' });
    for (let number = 0; number < many; number++)
      await client.memories.create({
        content: `Shelf ${number}: screws of size ${number}, in the left drawer. ${'They came from the old shed. '.repeat(20)}`,
      });
    await client.memories.create({ content: 'The cat Moritz gets his pills at seven.' });
    await ask(popup, { kind: 'engineCommand', command: 'resume' });
    const first = await until('the newest memory to be indexed', async () => {
      const now = await state();
      return now.indexing.indexed > 4 && now;
    });
    const { mode, coverage, memories } = await client.memories.search({ query: 'medicine for my pet' });
    expect(pendingCount(first), 'not indexed at the time of the search').toBeGreaterThan(0);
    expect(coverage).toBeLessThan(1);
    expect(mode).toBe('hybrid');
    expect(memories[0]?.content).toContain('Moritz');
    await waitUntilIndexed(popup);
  });
});

const pendingCount = ({ indexing }: EngineState) => indexing.total - indexing.indexed;

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import type { EngineState } from '../../src/client/engine-control.ts';
import {
  browserKind,
  builtExtension,
  launchBrowser,
  until,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { waitUntilIndexed } from '../support/indexing.ts';
import { removeVocabulary, restoreVocabulary, shuffleVocabulary } from '../support/broken-vocabulary.ts';

const hotel = 'Room twelve, Lisbon; ask for the back, away from the tram.';

let extension: string;
let browser: ExtensionBrowser;
let popup: Page;
let client: Client;

beforeAll(async () => {
  extension = await extensionWithHarness(browserKind());
  shuffleVocabulary(extension);
  browser = await launchBrowser({ extension });
  popup = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(popup);
  await client.memories.create({ content: hotel });
});

afterAll(() => browser?.close());

const state = () => ask(popup, { kind: 'engineState' });

const waitForStatus = (wanted: EngineState['status']) =>
  until(`the model to be ${wanted}`, async () => {
    const now = await state();
    return now.status === wanted && now;
  });

test('refuses a model with a shuffled vocabulary, gives the reason, and indexes nothing with it', async () => {
  const { reason, indexing } = await waitForStatus('refused');
  expect(reason).toContain('failed its self-test');
  expect(indexing).toEqual({ indexed: 0, total: 1, paused: false });
});

test('while the model is refused, searches by word, shows why, and refuses a search that needs the model', async () => {
  const { mode, coverage, memories } = await client.memories.search({ query: 'lisbon' });
  expect([mode, coverage, memories.map(({ content }) => content)]).toEqual(['keyword', 0, [hotel]]);
  await expect(client.memories.search({ like: { text: 'a hotel' } })).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  await popup.type('[data-search]', 'lisbon');
  await popup.waitFor(
    (text) => document.querySelector('[data-row] .memory-text')?.textContent?.includes(text),
    'Room twelve',
  );
  await popup.waitFor(() => document.body.textContent?.includes('failed its self-test'));
});

test('gives a reason if a model can’t be loaded, and loads it at a retry once its files are complete', async () => {
  removeVocabulary(extension);
  await ask(popup, { kind: 'engineCommand', command: 'retry' });
  expect((await waitForStatus('failed')).reason).not.toBe('');
  restoreVocabulary(extension, builtExtension(browserKind()));
  await ask(popup, { kind: 'engineCommand', command: 'retry' });
  expect((await waitUntilIndexed(popup)).indexing).toEqual({ indexed: 1, total: 1, paused: false });
  expect((await client.memories.search({ query: 'a place to sleep in Portugal' })).memories[0]).toMatchObject({
    content: hotel,
  });
});

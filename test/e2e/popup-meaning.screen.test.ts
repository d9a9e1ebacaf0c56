import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EngineState } from '../../src/client/engine-control.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { searchAnswer, hit, memory, recent, usage } from '../support/stand-in-answers.ts';
import { setEngineState, extensionWithEngine } from '../support/stand-in-engine.ts';
import { clearTypedText } from '../support/clear-typed-text.ts';

const boiler = memory(1, 'The boiler is in the cellar');
const answers = [
  usage(812),
  ...recent([boiler]),
  searchAnswer('"query":"boiler"', 'keyword', [hit(boiler, { words: ['boiler'] })]),
];
const indexing = (indexed: number, paused = false): Partial<EngineState> => ({
  indexing: { indexed, total: 812, paused },
});
const on = { pause: indexing(809, true), resume: indexing(811), retry: {} };

let browser: ExtensionBrowser;
let popup: Page;

beforeAll(async () => {
  browser = await launchBrowser({
    extension: extensionWithEngine(browserKind(), answers, { state: engineState(indexing(812)), on }),
  });
  popup = await browser.newPage(browser.address('popup.html'));
});

afterAll(() => browser?.close());

beforeEach(async () => {
  await setEngineState(popup, {});
  await popup.evaluate(clearTypedText);
  await popup.reload();
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 1);
});

const waitForLine = (words: string) =>
  popup.waitFor((wanted) => document.querySelector('.meaning-line p')?.textContent === wanted, words);
const announcement = () => popup.text('.meaning [role=status]');
const waitUntilNoLine = () => popup.waitFor(() => document.querySelector('.meaning-line') === null);

test('shows how many memories are still being indexed, with pause and resume, and doesn’t announce the numbers', async () => {
  await setEngineState(popup, indexing(809));
  await waitForLine('Search by meaning: 3 of 812 memories still being indexed');
  expect(await announcement()).toBe('Indexing memories for search by meaning');
  await expectNoAxeViolations(popup);
  await popup.click('.meaning-line .button');
  await waitForLine('Indexing paused: 3 of 812 memories can’t be found by meaning yet');
  expect(await announcement()).toBe('Indexing paused');
  await popup.click('.meaning-line .button');
  await waitForLine('Search by meaning: 1 of 812 memories still being indexed');
  await setEngineState(popup, {});
  await waitUntilNoLine();
  expect(await announcement()).toBe('Search by meaning is ready');
});

test('says why search by meaning is unavailable, and retries', async () => {
  await setEngineState(popup, { status: 'refused', reason: 'The model returns the same vector for every text.' });
  await waitForLine('The model returns the same vector for every text. Search works by word only.');
  expect(await announcement()).toContain('the same vector');
  await expectNoAxeViolations(popup);
  await popup.click('.meaning-line .button');
  await waitUntilNoLine();
});

test('says that a search was by word only, and offers to search again', async () => {
  await popup.type('[data-search]', 'boiler');
  await waitForLine('Found by word only: search by meaning didn’t respond.');
  expect(await popup.text('.meaning-line .button')).toBe('Try again');
  await expectNoAxeViolations(popup);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EngineState } from '../../src/ui/engine-panel.ts';
import { axeIsClean } from '../support/axe-clean.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../support/browsers/index.ts';
import { engineState } from '../support/engine-panel.ts';
import { become, extensionWithEngine } from '../support/stand-in-engine.ts';

const bundled = { id: 'bundled', name: 'Bundled', languages: ['en'], chosen: true };
const better = { id: 'better', name: 'Better', languages: ['en', 'de'], chosen: false, download: { bytes: 67e6, hosts: ['weights.example.org', '*.example.net'], fetched: false } };
const taken = [{ ...bundled, chosen: false }, { ...better, chosen: true }];
const fetched = [taken[0]!, { ...better, chosen: true, download: { ...better.download, fetched: true } }];

const usual = engineState({ model: bundled, reading: { read: 812, of: 812, paused: false }, models: [bundled, better] });
const on: Record<string, Partial<EngineState>> = {
  pause: { reading: { read: 412, of: 812, paused: true } },
  resume: { reading: { read: 500, of: 812, paused: false } },
  choose: { models: taken, coming: { id: 'better', progress: 0.37 } },
  cancel: {},
  retry: {},
  remove: {},
};

let browser: ExtensionBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser({ extension: extensionWithEngine(browserKind(), [], { state: usual, on }) });
  page = await browser.newPage(browser.address('options.html'));
});

afterAll(() => browser?.close());

/** The page with an engine in this state. */
async function withEngine(changed: Parameters<typeof become>[1], words: string): Promise<void> {
  await become(page, changed);
  await says(words);
}

const says = (words: string) => page.waitFor((wanted) => document.querySelector('main')?.textContent?.includes(wanted), words);
const card = (name: string) => page.evaluate((wanted) => [...document.querySelectorAll('.model')].find((one) => one.querySelector('h4')?.textContent === wanted)?.textContent, name);
/** Presses the button with this name, by the keyboard. */
async function press(name: string): Promise<void> {
  await page.waitFor((wanted) => {
    const button = [...document.querySelectorAll<HTMLElement>('main button')].find((one) => one.textContent?.includes(wanted));
    button?.focus();
    return button !== undefined;
  }, name);
  await page.press('Enter');
}

beforeEach(async () => {
  await page.reload();
  await withEngine({}, 'Ready');
});

test('is one page of sections with a table of contents, which says of each model what it would fetch and from where', async () => {
  expect(await page.evaluate(() => Array.from(document.querySelectorAll('nav a'), (link) => document.querySelector(link.getAttribute('href') ?? '')?.querySelector('h2')?.textContent === link.textContent))).toEqual([true, true, true]);
  expect(await card('Bundled')).toContain('part of Commonplace; nothing is fetched');
  expect(await card('Better')).toContain('English and German · fetches 67 MB once, from weights.example.org and *.example.net');
  expect(await page.text('#privacy')).toContain('weights.example.org');
  await axeIsClean(page);
});

test('tells how many memories are read; the reading can be paused and taken up again', async () => {
  await withEngine({ reading: { read: 400, of: 812, paused: false } }, '400 of 812 memories are read');
  await press('Pause');
  await says('Reading is paused');
  await axeIsClean(page);
  await press('Resume');
  await says('500 of 812 memories are read');
  const said = await page.text('main [role=status]');
  expect(said).toBe('Memories are being read, to be found by meaning');
});

test('fetches a model only when it is chosen, tells how far that is, and gives it up on a word', async () => {
  await press('Fetch 67 MB');
  await says('Being loaded: 37%. Bundled goes on answering.');
  expect(await page.evaluate(() => document.querySelector<HTMLProgressElement>('.model progress')?.value)).toBe(0.37);
  await axeIsClean(page);
  await press('Cancel');
  await says('Fetch 67 MB');
});

test('tells how far a new model has read while the old one answers, and which is in use in the end', async () => {
  await withEngine({ models: fetched, coming: { id: 'better', read: 240 } }, 'Reading: 240 of 812 memories. Bundled goes on answering.');
  await axeIsClean(page);
  await withEngine({ models: fetched, model: better }, 'Remove from this device');
  expect(await card('Better')).toContain('In use');
  expect(await card('Bundled')).not.toContain('In use');
  await press('Remove from this device');
  await says('Fetch 67 MB');
});

test('shows a model that can’t be had here disabled, with the reason', async () => {
  await withEngine({ models: [bundled, { ...better, unavailable: 'It needs WebGPU.' }] }, 'Not available here: It needs WebGPU.');
  const button = () => {
    const found = document.querySelector<HTMLButtonElement>('.model [aria-describedby]');
    return found && { disabled: found.disabled, why: document.getElementById(found.getAttribute('aria-describedby') ?? '')?.textContent };
  };
  expect(await page.evaluate(button)).toEqual({ disabled: true, why: 'Not available here: It needs WebGPU.' });
  await axeIsClean(page);
});

test('says why a model was refused and that words still find, and tries again', async () => {
  await withEngine({ status: 'refused', reason: 'It answers every text with one vector.' }, 'It answers every text with one vector. Memories are found by word meanwhile.');
  await axeIsClean(page);
  await press('Try again');
  await says('Ready');
});

test('says why the bundled model stands in for the chosen one, and tries that again', async () => {
  await withEngine({ models: taken, fallback: { from: better, reason: 'The graphics device was lost.' } }, 'The graphics device was lost. Bundled answers instead.');
  expect(await card('Better')).toContain('Try again');
  await axeIsClean(page);
  await press('Try again');
  await says('Fetch 67 MB');
});

test('says that the memories can’t be reached, and asks for them again', async () => {
  await withEngine({ fault: 'The database is away.' }, 'Commonplace’s memories can’t be reached now.');
  await page.reload();
  await says('Commonplace’s memories can’t be reached now.');
  await axeIsClean(page);
  await press('Try again');
  await withEngine({}, 'Ready');
  await page.waitFor(() => document.querySelector('main [role=alert]') === null);
});

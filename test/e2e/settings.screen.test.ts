import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EngineState } from '../../src/client/engine-control.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { noSites } from '../support/stand-in-answers.ts';
import { setEngineState, extensionWithEngine } from '../support/stand-in-engine.ts';

const bundled = { id: 'bundled', name: 'Bundled', languages: ['en'], chosen: true };
const larger = {
  id: 'larger',
  name: 'Larger model',
  languages: ['en', 'de'],
  chosen: false,
  download: { bytes: 67e6, hosts: ['weights.example.org', '*.example.net'], fetched: false },
};
const largerChosen = [
  { ...bundled, chosen: false },
  { ...larger, chosen: true },
];
const largerFetched = [largerChosen[0]!, { ...larger, chosen: true, download: { ...larger.download, fetched: true } }];

const usual = engineState({
  model: bundled,
  indexing: { indexed: 812, total: 812, paused: false },
  models: [bundled, larger],
});
const changesAfter: Record<string, Partial<EngineState>> = {
  pause: { indexing: { indexed: 412, total: 812, paused: true } },
  resume: { indexing: { indexed: 500, total: 812, paused: false } },
  choose: { models: largerChosen, coming: { id: 'larger', progress: 0.37 } },
  cancel: {},
  retry: {},
  remove: {},
};

let browser: ExtensionBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser({
    extension: extensionWithEngine(browserKind(), noSites, { state: usual, on: changesAfter }),
  });
  page = await browser.newPage(browser.address('options.html'));
});

afterAll(() => browser?.close());

async function withEngine(changed: Parameters<typeof setEngineState>[1], words: string): Promise<void> {
  await setEngineState(page, changed);
  await waitForText(words);
}

const waitForText = (words: string) =>
  page.waitFor((wanted) => document.querySelector('main')?.textContent?.includes(wanted), words);
const card = (name: string) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('.model')].find((one) => one.querySelector('h4')?.textContent === wanted)
        ?.textContent,
    name,
  );
async function press(name: string): Promise<void> {
  await page.waitFor((wanted) => {
    const button = [...document.querySelectorAll<HTMLElement>('main button')].find((one) =>
      one.textContent?.includes(wanted),
    );
    button?.focus();
    return button !== undefined;
  }, name);
  await page.press('Enter');
}

beforeEach(async () => {
  await page.reload();
  await withEngine({}, 'Ready');
});

test('says when the second copy of the memories was checked, and how damage was handled', async () => {
  const at = '2026-11-22T09:40:00.000Z';
  await withEngine(
    { secondCopy: { checkedAt: at, damage: { at, outcome: 'repaired' } } },
    'Last checked November 22, 2026',
  );
  expect(await page.text('#storage')).toContain('the copy was damaged and has been rebuilt from the database');
});

test('the settings are one page with a table of contents, and show what each model downloads and from where', async () => {
  expect(
    await page.evaluate(() =>
      Array.from(
        document.querySelectorAll('nav a'),
        (link) =>
          document.querySelector(link.getAttribute('href') ?? '')?.querySelector('h2')?.textContent ===
          link.textContent,
      ),
    ),
  ).toEqual([true, true, true, true, true, true, true, true]);
  expect(await card('Bundled')).toContain('included with Commonplace; nothing is downloaded');
  expect(await card('Larger model')).toContain(
    'English and German · downloads 67 MB once, from weights.example.org and *.example.net',
  );
  expect(await page.text('#privacy')).toContain('weights.example.org');
  await expectNoAxeViolations(page);
});

test('lists the keyboard shortcuts, and remembers light or dark', async () => {
  await page.waitFor(() => document.querySelector('#shortcuts')?.textContent?.includes('Open Commonplace'));
  const scheme = () => getComputedStyle(document.documentElement).colorScheme;
  const choose = (nth: number) =>
    page.evaluate((index) => document.querySelectorAll<HTMLElement>('#general input')[index]!.click(), nth);
  await choose(2);
  expect(await page.evaluate(scheme)).toBe('dark');
  await page.reload();
  expect(await page.evaluate(scheme)).toBe('dark');
  await page.waitFor(() => document.querySelector<HTMLInputElement>('#general input:checked')?.value !== undefined);
  await choose(0);
  expect(await page.evaluate(scheme)).toBe('light dark');
});

test('links to the licenses of Commonplace, its model and its packages', async () => {
  const text = await page.evaluate(async () => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>('#about a')].find((one) =>
      one.textContent?.includes('Licenses'),
    );
    return link && (await fetch(link.href)).text();
  });
  for (const name of ['Commonplace', 'The model MiniLM', 'dexie', 'preact'])
    expect(text).toContain(`\n${name} `.trimEnd());
});

test('has no Cancel button while the model in use is no longer offered', async () => {
  const buttonNames = () =>
    page.evaluate(() => [...document.querySelectorAll('.model button')].map(({ textContent }) => textContent));
  const coming = { id: 'bundled', indexed: 240 };
  await withEngine(
    { model: { id: 'old', name: 'Old model', languages: ['en'] }, coming },
    'Old model answers meanwhile.',
  );
  expect(await card('Bundled')).toContain('Old model');
  expect(await buttonNames()).not.toContain('Cancel');
  await withEngine({ model: larger, coming }, 'Larger model answers meanwhile.');
  expect(await buttonNames()).toContain('Cancel');
});

test('shows how many memories are indexed, with pause and resume', async () => {
  await withEngine({ indexing: { indexed: 400, total: 812, paused: false } }, '400 of 812 memories indexed');
  await press('Pause');
  await waitForText('Indexing paused');
  await expectNoAxeViolations(page);
  await press('Resume');
  await waitForText('500 of 812 memories indexed');
  const announcement = await page.text('main [role=status]');
  expect(announcement).toBe('Indexing memories for search by meaning');
});

test('downloads a model only when chosen, shows progress, and cancels on request', async () => {
  await press('Download 67 MB');
  await waitForText('Loading: 37%. Bundled answers meanwhile.');
  expect(await page.evaluate(() => document.querySelector<HTMLProgressElement>('.model progress')?.value)).toBe(0.37);
  await expectNoAxeViolations(page);
  await press('Cancel');
  await waitForText('Download 67 MB');
});

test('shows a new model’s indexing while the old one is used, and which model is in use afterwards', async () => {
  await withEngine(
    { models: largerFetched, coming: { id: 'larger', indexed: 240 } },
    'Indexing: 240 of 812 memories. Bundled answers meanwhile.',
  );
  await expectNoAxeViolations(page);
  await withEngine({ models: largerFetched, model: larger }, 'Remove from this device');
  expect(await card('Larger model')).toContain('In use');
  expect(await card('Bundled')).not.toContain('In use');
  await press('Remove from this device');
  await waitForText('Download 67 MB');
});

test('lists models that this browser can use, and other models only if chosen or downloaded', async () => {
  const unavailable = { ...larger, unavailable: 'It needs WebGPU.' };
  const names = () => Array.from(document.querySelectorAll('.model h4'), (name) => name.textContent).join();
  const disabled = () => document.querySelectorAll('.model button:disabled').length;
  expect(await page.evaluate(names)).toBe('Bundled,Larger model');
  await setEngineState(page, { models: [bundled, unavailable] });
  await page.waitFor(
    (wanted) => Array.from(document.querySelectorAll('.model h4'), (name) => name.textContent).join() === wanted,
    'Bundled',
  );
  expect(await page.text('#search')).not.toContain('Switching');
  expect(await page.text('#privacy')).not.toContain('weights.example.org');
  await expectNoAxeViolations(page);

  await withEngine(
    { models: [bundled, { ...unavailable, download: { ...larger.download, fetched: true } }] },
    'Not available here: It needs WebGPU.',
  );
  expect(await card('Larger model')).toContain('Remove from this device');
  await withEngine(
    {
      models: [
        { ...bundled, chosen: false },
        { ...unavailable, chosen: true },
      ],
      fallback: { from: larger, reason: 'It needs WebGPU.' },
    },
    'Using Bundled instead',
  );
  expect(await card('Bundled')).toContain('Use');
  expect(await card('Larger model')).not.toContain('Try again');
  expect(await page.evaluate(disabled)).toBe(0);
  await expectNoAxeViolations(page);
});

test('says why a model was refused and that search by word works, and retries', async () => {
  await withEngine(
    { status: 'refused', reason: 'It returns the same vector for every text.' },
    'It returns the same vector for every text. Memories are found by word meanwhile.',
  );
  await expectNoAxeViolations(page);
  await press('Try again');
  await waitForText('Ready');
});

test('says why the bundled model is used instead of the chosen one, and retries the chosen one', async () => {
  await withEngine(
    { models: largerChosen, fallback: { from: larger, reason: 'The graphics device was lost.' } },
    'The graphics device was lost. Using Bundled instead.',
  );
  expect(await card('Larger model')).toContain('Try again');
  await expectNoAxeViolations(page);
  await press('Try again');
  await waitForText('Download 67 MB');
});

test('says that the memories can’t be reached, and retries', async () => {
  await withEngine({ fault: 'The database can’t be reached.' }, 'Can’t reach your memories right now.');
  await page.reload();
  await waitForText('Can’t reach your memories right now.');
  await expectNoAxeViolations(page);
  await press('Try again');
  await withEngine({}, 'Ready');
  await page.waitFor(() => document.querySelector('main [role=alert]') === null);
});

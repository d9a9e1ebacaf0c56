import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import type { SyncState } from '../../src/lib/sync.ts';
import { connectedSyncState, engineState, noSyncState, ourOffers } from '../support/engine-control.ts';
import { setEngineState, extensionWithEngine } from '../support/stand-in-engine.ts';

const address = 'https://memories.example.org';
const ready = {
  address,
  status: 'ready' as const,
  offers: ourOffers,
  here: 5,
  there: 0,
  same: 0,
  isMore: false,
  deletions: 0,
  mayWrite: true,
  isLimited: false,
  collections: { see: true, change: true },
  onlyThere: [],
};
const empty = (path: string, name: string) => ({
  method: 'GET',
  path,
  status: 200,
  body: { [name]: [], nextCursor: null },
});

let browser: ChromiumBrowser;
let page: ChromiumPage;

beforeAll(async () => {
  browser = await launchChromium({
    extension: extensionWithEngine(
      'chromium',
      [empty('/v1/tokens', 'tokens'), empty('/v1/collections', 'collections')],
      {
        state: engineState({ sync: noSyncState }),
        on: { sync: { sync: { ...noSyncState, check: ready } } },
      },
    ),
  });
});

afterAll(() => browser?.close());

beforeEach(async () => {
  page = await browser.newPage('about:blank');
  await page.puppeteer.evaluateOnNewDocument(allowAll);
  await page.puppeteer.setViewport({ width: 1200, height: 850 });
  await page.goto(browser.address('options.html#sync'));
  await setEngineState(page, { sync: noSyncState });
  await page.waitFor(() => document.querySelector('#sync form'));
});

afterEach(() => page?.close());

/** Runs in the page. Makes the browser act as if the user had allowed all connections. */
function allowAll(): void {
  const { chrome } = globalThis as unknown as {
    chrome: { permissions: Record<'contains' | 'request', () => Promise<boolean>> };
  };
  chrome.permissions.contains = chrome.permissions.request = () => Promise.resolve(true);
}

const topOf = (selector: string) =>
  page.evaluate((wanted) => document.querySelector(wanted)!.getBoundingClientRect().top, selector);

const isAtTop = (selector: string) =>
  page.waitFor((wanted) => {
    const { top } = document.querySelector(wanted)!.getBoundingClientRect();
    return top >= 0 && top < 60;
  }, selector);

async function changeSectionAbove(height: 'smaller' | 'usual'): Promise<void> {
  const before = await page.evaluate(() => document.querySelector('#search')!.clientHeight);
  await setEngineState(page, height === 'smaller' ? { models: [] } : {});
  await page.waitFor((was) => document.querySelector('#search')!.clientHeight !== was, before);
}

test('the address of a section opens the settings at that section', async () => {
  await page.waitFor(() => document.querySelector('#search .model'));
  await isAtTop('#sync');
  await page.waitFor(() => document.querySelector('nav [aria-current]')?.textContent === 'Sync');
  await changeSectionAbove('smaller');
  await isAtTop('#sync');
  await changeSectionAbove('usual');
  await isAtTop('#sync');
});

test('a section that changes its height doesn’t move a page that the user has scrolled', async () => {
  await isAtTop('#sync');
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitFor(() => document.querySelector('nav [aria-current]')?.textContent === 'General');
  await changeSectionAbove('smaller');
  await changeSectionAbove('usual');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('opening the last section marks it in the table of contents, though it can’t scroll to the top', async () => {
  await page.click('nav [href="#shortcuts"]');
  await page.waitFor(() => document.querySelector('nav [aria-current]')?.textContent === 'Shortcuts');
  await page.click('nav [href="#about"]');
  await page.waitFor(() => document.querySelector('nav [aria-current]')?.textContent === 'About');
});

test('after Connect, the preview has the focus and is in view with its button', async () => {
  await page.type('#sync input[inputmode=url]', address);
  await page.type('#sync input[type=password]', 'cpk_1');
  await page.click('#sync form .primary');
  await page.waitFor(() => document.activeElement?.textContent === 'What will happen');
  await isAtTop('.sync-preview');
  expect(await topOf('.sync-preview .primary')).toBeLessThan(850 - 32);
});

/** Presses a button of the section with the keyboard, which leaves the focus on the button. */
async function press(name: string): Promise<void> {
  await page.waitFor((wanted) => {
    const button = [...document.querySelectorAll<HTMLButtonElement>('#sync button')].find(
      ({ textContent, disabled }) => textContent === wanted && !disabled,
    );
    button?.focus();
    return button !== undefined;
  }, name);
  await page.puppeteer.keyboard.press('Enter');
}

/**
 * Presses a button in the preview, and waits until the engine has received the command. The stand-in engine then
 * changes the preview from six memories to five.
 */
async function pressInPreview(name: string): Promise<void> {
  const showsMemories = (count: number) =>
    page.waitFor(
      (line) => document.querySelector('.sync-preview')?.textContent.includes(line),
      `${count} memories here`,
    );
  await page.waitFor(() => document.activeElement?.textContent === 'What will happen');
  await setEngineState(page, { sync: { ...noSyncState, check: { ...ready, here: 6 } } });
  await showsMemories(6);
  await press(name);
  await showsMemories(5);
}

test('if pressing a button replaces a part of the settings, the focus moves to the new part', async () => {
  const shows = (sync: Partial<SyncState>) => setEngineState(page, { sync: { ...noSyncState, ...sync } });
  const isInAddress = () => document.activeElement === document.querySelector('#sync input[inputmode=url]');
  await page.type('#sync input[inputmode=url]', address);
  await page.type('#sync input[type=password]', 'cpk_1');
  await press('Connect…');
  await pressInPreview('Cancel');
  await shows({});
  await page.waitFor(isInAddress);

  await press('Connect…');
  await pressInPreview('Cancel');
  await shows({ check: { address, status: 'running' } });
  await page.waitFor(() => document.querySelector('#sync form input:disabled'));
  await shows({ check: { address, status: 'failed', fault: 'unreachable', message: '' } });
  await page.waitFor(isInAddress);

  await press('Connect…');
  await pressInPreview('Start syncing');
  await shows({ server: connectedSyncState.server, isRunning: true });
  await page.waitFor(() => document.activeElement?.matches('#sync .sync-progress'));
  expect(await topOf('#sync .setting-now')).toBeGreaterThanOrEqual(0);
  await press('Change token, direction or collections…');
  await page.waitFor(isInAddress);
});

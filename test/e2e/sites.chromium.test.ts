import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, until, type ChromiumBrowser, type Page } from '../../scripts/browsers/index.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import {
  clickAllowIn,
  beginToConnect,
  callIn,
  untilConnectedIn,
  connectWithConsent,
  openedSites,
  permit,
  openConsentOver,
  serveSite,
} from '../../scripts/sites/index.ts';

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serveSite>>;
let page: Page;

beforeAll(async () => {
  browser = (await launchBrowser()) as ChromiumBrowser;
});

afterAll(() => browser?.close());

beforeEach(async () => {
  site = await serveSite();
  page = await browser.newPage(site.origin);
});

afterEach(() => site?.close());

test('the popup says nothing about a page that doesn’t ask for access', async () => {
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelector('.save-kind')?.textContent === 'Save page:');
  expect(await popup.evaluate(() => document.querySelector('.site-line'))).toBeNull();
  await popup.click('.search input');
  await popup.close();
});

test('the popup shows that a page is connected, and disconnects it', async () => {
  await connectWithConsent(browser, page, site.origin, ['memories:read']);
  const popup = await browser.openPopup(page);
  expect(await popup.text('.site-line p')).toBe(`${new URL(site.origin).host} can use your memories`);
  await popup.click('.site-line .button');
  await popup.waitFor(() => document.querySelector('.notice')?.textContent?.includes('Disconnected'));
  await popup.close();
  expect(await callIn(page, 'list')).toEqual({ failure: { name: 'AccessError', reason: 'revoked' } });
});

test('a site’s calls still work after the engine, its document or the background is killed', async () => {
  await connectWithConsent(browser, page, site.origin, ['memories:read', 'memories:write']);
  for (const kill of [browser.terminateEngine, browser.closeOffscreen, browser.stopBackground]) {
    await kill();
    expect(await callIn(page, 'list')).toHaveProperty('result');
  }
});

test('if two tabs of a site ask for access, one consent window connects both tabs', async () => {
  const other = await browser.newPage(site.origin);
  await beginToConnect(page, ['memories:read']);
  await beginToConnect(other, ['memories:read']);
  const consent = await openConsentOver(browser, page);
  const popup = await browser.openPopup(other);
  await popup.click('.site-line.asks .button');
  // The popup closes when the consent window appears.
  await until('the popup to close', async () => popup.puppeteer.isClosed());
  expect(browser.puppeteer.targets().filter((target) => target.url().includes('/consent.html'))).toHaveLength(1);
  await permit(browser, site.origin);
  await clickAllowIn(consent);
  await untilConnectedIn(page);
  await untilConnectedIn(other);
  await other.close();
});

interface Extension {
  tabs: { query(query: { url: string }): Promise<{ id: number }[]> };
  action: { getBadgeText(of: { tabId: number }): Promise<string> };
  scripting: { unregisterContentScripts(): Promise<void> };
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs++) {
    const words = await page.evaluate(() => {
      const { activeElement: element } = document;
      return (element?.closest('label') ?? element)?.textContent ?? '';
    });
    if (words.startsWith(name)) return;
    await page.press('Tab');
  }
  throw new Error(`No control is called ${name}.`);
}

test('by keyboard alone, a user can allow a site, see and edit its access, undo its changes and revoke its access', async () => {
  await beginToConnect(page, ['memories:read', 'memories:write']);
  await permit(browser, site.origin);
  const consent = await openConsentOver(browser, page);
  await consent.waitFor(
    () => document.querySelector('.consent .button.primary')?.getAttribute('aria-disabled') === 'false',
  );
  await tabTo(consent, 'Allow');
  await consent.press('Enter');
  await page.bringToFront();
  await untilConnectedIn(page);
  const { result } = await callIn(page, 'create', { content: 'Kept by a page' });
  const badgeText = () =>
    browser.inServiceWorker(async (origin) => {
      const { chrome } = globalThis as unknown as { chrome: Extension };
      const [tab] = await chrome.tabs.query({ url: `${origin}/*` });
      return chrome.action.getBadgeText({ tabId: tab!.id });
    }, site.origin);
  await until('the dot', async () => (await badgeText()) === '•');

  const { host } = new URL(site.origin);
  const own = await browser.newPage(browser.address('options.html'));
  await own.waitFor(() => document.querySelector('.site-knows'));
  await tabTo(own, `What this site knows ${host}`);
  await own.press('Enter');
  await own.waitFor(() => document.querySelector('.site-receipts details'));
  await tabTo(own, new Date().toLocaleDateString('en', { month: 'long' }));
  await own.press('Enter');
  await own.waitFor(() => document.querySelector('.site-receipts li li')?.textContent === 'Kept by a page');
  await expectNoAxeViolations(own);
  await tabTo(own, `Undo its changes ${host}`);
  await own.press('Enter');
  await own.waitFor(() => document.querySelector('.notice')?.textContent?.includes('Undid its changes to 1 memory'));
  expect((await callIn(page, 'list')).result?.memories).not.toContainEqual(expect.objectContaining({ id: result!.id }));

  await tabTo(own, `Edit ${host}`);
  await own.press('Enter');
  await own.waitFor(() => document.activeElement?.matches('.site-form input'));
  await expectNoAxeViolations(own);
  await tabTo(own, 'Save memories');
  await own.press('Space');
  await tabTo(own, 'Save');
  await own.press('Enter');
  await own.waitFor(() => document.activeElement?.textContent?.startsWith('Edit'));
  expect(await callIn(page, 'create', { content: 'Bread' })).toMatchObject({ failure: { code: 'forbidden' } });
  expect(await callIn(page, 'list')).toHaveProperty('result');

  await tabTo(own, `Revoke ${host}`);
  await own.press('Enter');
  await own.waitFor(() => document.querySelector('#past-title'));
  expect(await callIn(page, 'list')).toEqual({ failure: { name: 'AccessError', reason: 'revoked' } });
  await until('the dot to disappear', async () => (await badgeText()) === '');
  await own.close();
});

test('a site that reads too many memories is paused at once, and can be resumed in the popup', async () => {
  await connectWithConsent(browser, page, site.origin, ['memories:read', 'memories:write']);
  for (let at = 0; at < 3; at++) await callIn(page, 'create', { content: `Memory ${at}` });
  let ended: string | undefined;
  for (let calls = 0; calls < 100 && ended === undefined; calls++)
    ended = (await callIn(page, 'list', { limit: 100 })).failure?.reason;
  expect(ended).toBe('paused');
  const popup = await browser.openPopup(page);
  expect(await popup.text('.site-line p')).toContain('is paused: it read more than 200 memories in a minute');
  await popup.click('.site-line .button:not(.bare)');
  await popup.waitFor(() => document.querySelector('.notice')?.textContent?.includes('Resumed'));
  await popup.close();
  expect(await callIn(page, 'list')).toHaveProperty('result');
});

test('a content script that the browser forgot is registered again when the background starts', async () => {
  await connectWithConsent(browser, page, site.origin, ['memories:read']);
  const own = await browser.newPage(browser.address('options.html'));
  await own.evaluate(() =>
    (globalThis as unknown as { chrome: Extension }).chrome.scripting.unregisterContentScripts(),
  );
  await browser.stopBackground();
  await own.reload();
  await until('the bridge', async () => (await openedSites(own)).registered.join().includes(new URL(site.origin).host));
  await own.close();
});

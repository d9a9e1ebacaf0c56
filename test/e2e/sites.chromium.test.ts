import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, type ChromiumBrowser, type Page } from '../../scripts/browsers/index.ts';
import { callIn, connectWithConsent, serveSite } from '../support/sites.ts';

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

test('the popup says nothing about a page that doesn’t ask', async () => {
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelector('.save-kind')?.textContent === 'This page');
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

test('a call survives the death of the engine and of its document', async () => {
  await connectWithConsent(browser, page, site.origin, ['memories:read', 'memories:write']);
  for (const kill of [browser.terminateEngine, browser.closeOffscreen, browser.stopBackground]) {
    await kill();
    expect(await callIn(page, 'list')).toHaveProperty('result');
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { launchChromium, serve, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { until } from '../../scripts/browsers/until.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { waitForText } from '../support/transfer.ts';

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;
let client: Client;

beforeAll(async () => {
  site = await serve(({ url, headers }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Page ${url}</title>From: ${headers.referer ?? 'nowhere'}`);
  });
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  client = clientThrough(await browser.newPage(browser.address('popup.html')));
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const pages = async (url: string) => (await browser.puppeteer.pages()).filter((page) => page.url() === url);
const waitForTab = (url: string) => until(`a tab with ${url}`, async () => (await pages(url))[0]);

async function tabTo(page: ChromiumPage, selector: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.press('Tab');
  }
  throw new Error(`Tab doesn't reach ${selector}`);
}

test('links in the library open by keyboard, click and middle click, and the memory’s shortcut keys still work', async () => {
  const [first, second] = [`${site.origin}/first`, `${site.origin}/second_(${'long'.repeat(60)})`];
  const memory = await client.memories.create({ content: `Herons: ${first}, (${second}).\n\nشاهد ${first}/ar؟` });
  const library = await browser.newPage(browser.address(`library.html#memories/${memory.id}`));
  await waitForText(library, 'Herons', '.pane-text');
  // A row is itself a button, so the text in a row has no links.
  expect(await library.evaluate(() => document.querySelector('[data-row] .text-link'))).toBeNull();
  await expectNoAxeViolations(library);
  await library.evaluate(() => document.querySelector<HTMLElement>('.pane')!.focus());
  await tabTo(library, '.text-link');
  await library.press('Enter');
  const opened = await waitForTab(first);
  expect(await opened.evaluate(() => [window.opener, document.body.textContent])).toEqual([null, 'From: nowhere']);
  await opened.close();

  await library.bringToFront();
  await library.press('e');
  await library.waitFor(() => document.activeElement?.matches('.pane textarea'));
  await library.press('Escape');
  await library.waitFor(() => document.querySelectorAll('.text-link').length === 3);
  for (const button of ['left', 'middle'] as const) {
    await library.puppeteer.locator('.text-link:nth-of-type(2)').click({ button });
    await (await waitForTab(second)).close();
    await library.bringToFront();
  }
  const isInside = () =>
    [...document.querySelectorAll('.text-link')].every(
      (link) => link.getBoundingClientRect().right <= link.closest('.pane')!.getBoundingClientRect().right,
    );
  expect(await library.evaluate(isInside)).toBe(true);
  await library.close();
  await client.memories.delete(memory.id);
});

test('a note that is only an address links to its page, where the popup says that the page is saved', async () => {
  const address = `${site.origin}/pasted`;
  let popup = await browser.openPopup(await browser.newPage(`${site.origin}/other`));
  await popup.waitFor(() => document.activeElement?.matches('[data-search]') && document.querySelector('.save-do'));
  await popup.press('Tab');
  await popup.press('n');
  await popup.waitFor(() => document.activeElement?.matches('.save textarea'));
  await popup.type('.save textarea', ` ${address}\n`);
  await popup.press('Control+Enter');
  await waitForText(popup, 'Saved', '.notices');
  const [memory] = (await client.memories.list()).memories;
  expect(memory).toMatchObject({ content: ` ${address}`, url: address });
  // Clicks the middle of the row, since its actions appear further to the right.
  await popup.click('.memory-words');
  await tabTo(popup, '.text-link');
  await popup.press('Control+Enter');
  await (await waitForTab(address)).close();

  popup = await browser.openPopup(await browser.newPage(address));
  await waitForText(popup, 'Saved', '.save-line');
  await popup.click('.memory-words');
  await popup.click('.text-link');
  await until('a second tab', async () => (await pages(address)).length === 2);
});

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  browserKind,
  launchBrowser,
  type ChromiumBrowser,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { startServer } from '../../scripts/server/start.ts';
import { syncingProfile } from '../../scripts/sites/sync-settings.ts';

const unlimited = 'unlimited.html';

test('no page of the extension can reach the sync server, even with the browser’s permission', async () => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const extension = await extensionWithHarness(browserKind());
  const pages = globSync('*.html', { cwd: extension }).sort();
  expect(pages).toEqual(expect.arrayContaining(['consent.html', 'library.html', 'popup.html', 'welcome.html']));
  addPageWithoutPolicy(extension);
  const browser = await launchBrowser({ extension });
  onTestFinished(() => browser.close());
  const here = await syncingProfile(browser);
  await here.check(server.url, server.token);
  await here.waitForText('0 memories here');

  const reached: Record<string, string> = {};
  for (const path of [...pages, unlimited]) {
    const page = await browser.newPage(browser.address(path));
    reached[path] = await page.evaluate(reach, `${server.url}/memories`);
    await page.close();
  }
  // Control: without the pages' policy, the server responds that a token is needed.
  expect(reached).toEqual({ ...Object.fromEntries(pages.map((path) => [path, 'connect-src'])), [unlimited]: '401' });
});

test('the background sends nothing to the sync server while the engine syncs', async () => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  onTestFinished(() => browser.close());
  const here = await syncingProfile(browser);
  await here.memories.memories.create({ content: 'sent by the engine' });
  await here.check(server.url, server.token);
  await here.press('Start syncing');
  await here.waitForText('1 memory, both sides the same');
  const { origin } = new URL(server.url);
  expect(await requestsOfBackground(browser, here.settings, origin)).toBe(0);
  // Control: a request of the background is counted. It reaches the server, which requires a token.
  expect(await requestsOfBackground(browser, here.settings, origin, `${server.url}/memories`)).toBe(1);
});

/**
 * Returns how many requests the background has sent to `origin`. If `address` is given, first makes the background send
 * a request there.
 */
async function requestsOfBackground(
  browser: ExtensionBrowser,
  page: Page,
  origin: string,
  address = '',
): Promise<number> {
  if (browser.kind === 'chromium') return (browser as ChromiumBrowser).inServiceWorker(requestsTo, origin, address);
  return page.evaluate(requestsOfBackgroundPage, origin, address);
}

/** Runs in Chromium's service worker. */
async function requestsTo(origin: string, address: string): Promise<number> {
  const count = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(`${origin}/`)).length;
  if (address === '') return count();
  await (await fetch(address)).text();
  // The browser records the request a little later.
  for (let tries = 0; count() === 0 && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  return count();
}

/** Runs in a page in Firefox, where the background is a page too. */
async function requestsOfBackgroundPage(origin: string, address: string): Promise<number> {
  const { browser } = globalThis as unknown as { browser: { runtime: { getBackgroundPage(): Promise<Window> } } };
  const background = await browser.runtime.getBackgroundPage();
  const count = () =>
    background.performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(`${origin}/`)).length;
  if (address === '') return count();
  await (await background.fetch(address)).text();
  // The browser records the request a little later.
  for (let tries = 0; count() === 0 && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  return count();
}

/** Adds a page without a policy of its own, so that only the manifest's policy applies. */
function addPageWithoutPolicy(extension: string): void {
  const page = readFileSync(join(extension, 'welcome.html'), 'utf8');
  writeFileSync(join(extension, unlimited), page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
}

/** Runs in a page. Returns the status of the response, or the directive of the policy that blocks the request. */
async function reach(address: string): Promise<string> {
  const blocked = new Promise<string>((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
  });
  return Promise.race([
    blocked,
    fetch(address).then(
      ({ status }) => String(status),
      () => blocked,
    ),
  ]);
}

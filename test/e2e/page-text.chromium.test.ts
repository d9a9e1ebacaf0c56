import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageText } from '../../src/ui/popup/host.ts';
import { limits } from '../../src/v1/limits.ts';
import { launchChromium, serve, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';

const page = (body: string) => `<!doctype html><html lang="en"><title>A page</title><body>${body}</body>`;
const frame = (body: string) => page(`<nav>Home Shop Account</nav>${body}<footer>All rights reserved</footer>`);
const long = `<p>${'The boiler on Elm Street was mended in two hours. '.repeat(8)}</p>`;

const pages: Record<string, string> = {
  '/main': frame(
    `<main><h1>A letter</h1>${long}<p style="display: none">Never shown</p><script>const never = 1;</script></main>`,
  ),
  '/article': frame(`<article><h1>A letter</h1>${long}</article>`),
  '/teasers': frame(
    ['Bread', 'Rivers', 'Clocks']
      .map((title) => `<article><h2>${title}</h2><p>Read on about ${title}.</p></article>`)
      .join(''),
  ),
  '/plain': frame(long),
  '/empty': page('<img alt="" src="data:,">'),
  '/huge': page(`<main><p>${'日本語のとても長い文章。'.repeat(8_000)}</p></main>`),
};

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await serve(pages);
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function textAt(url: string, prepare = async (_tab: ChromiumPage) => {}): Promise<PageText> {
  const tab = await browser.newPage(url);
  await prepare(tab);
  const popup = await browser.openPopup(tab);
  try {
    return await ask(popup, { kind: 'pageText' });
  } finally {
    await popup.close();
    await tab.close();
  }
}

const textOf = async (path: string, prepare?: (tab: ChromiumPage) => Promise<void>) => {
  const read = await textAt(site.origin + path, prepare);
  if ('missing' in read) throw new Error(`${path} has no text: ${read.missing}`);
  return read.text;
};

test.each(['/main', '/article'])('reads only the visible text of the main part of %s', async (path) => {
  const text = await textOf(path);
  expect(text).toMatch(/^A letter\n\nThe boiler on Elm Street/);
  expect(text).not.toMatch(/Account|reserved|Never|never/);
});

test('reads the whole page if it is a list of teasers or has no main part', async () => {
  expect(await textOf('/teasers')).toMatch(/Home Shop Account[^]*Bread[^]*Clocks[^]*reserved/);
  expect(await textOf('/plain')).toMatch(/Home Shop Account[^]*boiler[^]*reserved/);
});

test('reads the selection if there is one', async () => {
  const text = await textOf('/main', (tab) =>
    tab.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('h1')!)),
  );
  expect(text).toBe('A letter');
});

test('reads no more text than a search may contain, and cuts it between characters', async () => {
  const text = await textOf('/huge');
  const bytes = new TextEncoder().encode(text).length;
  expect(bytes).toBeLessThanOrEqual(limits.likeBytes);
  expect(bytes).toBeGreaterThan(limits.likeBytes - 4);
  expect(text.isWellFormed()).toBe(true);
});

test('distinguishes a page without text from one closed to extensions', async () => {
  expect(await textAt(`${site.origin}/empty`)).toEqual({ missing: 'empty' });
  expect(await textAt('chrome://version')).toEqual({ missing: 'forbidden' });
});

test('gives up on a page that hangs', async () => {
  const tab = await browser.newPage(`${site.origin}/main`);
  const popup = await browser.openPopup(tab);
  await tab.evaluate(() => {
    setTimeout(() => {
      for (const end = Date.now() + 30_000; Date.now() < end;);
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await ask(popup, { kind: 'pageText' })).toEqual({ missing: 'silent' });
});

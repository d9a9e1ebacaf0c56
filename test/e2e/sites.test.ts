import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, until, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { samplePages } from '../../scripts/tour/sample.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import {
  untilAllowEnabledIn,
  clickAllowIn,
  beginToConnect,
  callIn,
  untilConnectedIn,
  connectWithConsent,
  forbid,
  isConnectedIn,
  openedSites,
  outcomeIn,
  permit,
  openConsentOver,
  serveSite,
} from '../../scripts/sites/index.ts';

const samples = Object.fromEntries(samplePages.map((path) => [path, readFileSync(`docs/examples${path}`, 'utf8')]));
const readAndWrite = ['memories:read', 'memories:write'];
const frames = `<!doctype html><html lang="en"><title>Frames</title><script src="/commonplace.js"></script>
  <iframe src="/frame"></iframe><iframe sandbox="allow-scripts" src="/frame"></iframe><iframe srcdoc="<script src='/commonplace.js'></script>"></iframe>`;

let browser: ExtensionBrowser;
let own: Page;
let site: Awaited<ReturnType<typeof serveSite>>;
let page: Page;
const sites: (typeof site)[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  own = await browser.newPage(browser.address('options.html'));
});

afterAll(async () => {
  await browser?.close();
  for (const one of sites) await one.close();
});

beforeEach(async () => {
  // Each site has its own port, so each test has its own origin.
  site = await serveSite({ '/frames': frames, ...samples });
  sites.push(site);
  page = await browser.newPage(site.origin);
});

const listedSites = (): Promise<string[]> =>
  own.evaluate(() => Array.from(document.querySelectorAll('#sites .model h3'), (title) => title.textContent ?? ''));

/** Presses a button of the site's card in the settings, and waits until the card no longer has it. */
async function press(name: string): Promise<void> {
  const found = (host: string, words: string, clicks: boolean) => {
    const card = [...document.querySelectorAll('#sites .model')].find(
      (one) => one.querySelector('h3')?.textContent === host,
    );
    const button = [...(card?.querySelectorAll('button') ?? [])].find((one) => one.textContent?.startsWith(words));
    if (clicks) button?.click();
    return button !== undefined;
  };
  const { host } = new URL(site.origin);
  await own.bringToFront();
  await own.reload();
  await own.waitFor(found, host, name, true);
  await until(`the result of “${name}”`, async () => !(await own.evaluate(found, host, name, false)));
  await page.bringToFront();
}

describe('a page that the user allows', () => {
  test('connects without a reload, saves, searches and formats results for a prompt', async () => {
    await beginToConnect(page, readAndWrite);
    await permit(browser, site.origin);
    const consent = await openConsentOver(browser, page);
    expect(await consent.text('.consent-origin')).toBe(new URL(site.origin).host);
    expect(await consent.text('.consent-words')).toContain('Keep recipes you like');
    // Enabling Allow changes the window's colours, which axe checks next.
    await untilAllowEnabledIn(consent);
    await expectNoAxeViolations(consent);
    await clickAllowIn(consent);
    await page.bringToFront();
    await untilConnectedIn(page);
    const saved = await callIn(page, 'create', { content: 'Soup in ten minutes' });
    expect(saved.result?.source).toBe(`page:${site.origin}`);
    const found = await callIn(page, 'search', { query: 'quick soup' });
    expect(found.result?.memories.map(({ id }) => id)).toContain(saved.result?.id);
    const prompt = await page.evaluate(async () => {
      const { memory, formatForPrompt } = window as unknown as {
        memory: { memories: { search(query: object): Promise<{ memories: object[] }> } };
        formatForPrompt(memories: object[]): string;
      };
      return formatForPrompt((await memory.memories.search({ query: 'quick soup' })).memories);
    });
    expect(prompt).toContain('> Soup in ten minutes');
  });

  test('connects again in another tab and after a restart of the background, without asking the user again', async () => {
    await connectWithConsent(browser, page, site.origin, ['memories:read']);
    const second = await browser.newPage(site.origin);
    expect(await isConnectedIn(second)).toBe(true);
    await beginToConnect(second, ['memories:read']);
    await untilConnectedIn(second);
    await browser.stopBackground();
    for (const tab of [page, second]) expect(await callIn(tab, 'list')).toHaveProperty('result');
    // The page asks for more, which isn't granted.
    await beginToConnect(second, readAndWrite);
    expect(await isConnectedIn(second)).toBe(true);
    expect(await outcomeIn(second)).toBe('pending');
    await second.close();
  });

  test('can change only its own memories, and can’t delete them for good', async () => {
    await connectWithConsent(browser, page, site.origin, readAndWrite);
    const { result } = await callIn(page, 'list');
    const other = result?.memories.find(({ source }) => source !== `page:${site.origin}`);
    expect(await callIn(page, 'update', other?.id, { title: 'x' })).toMatchObject({ failure: { code: 'forbidden' } });
    const saved = await callIn(page, 'create', { content: 'Bread' });
    expect(await callIn(page, 'update', saved.result?.id, { title: 'x' })).toHaveProperty('result');
    expect(await callIn(page, 'delete', saved.result?.id, { permanent: true })).toMatchObject({
      failure: { code: 'forbidden' },
    });
  });

  test('can call again after the user leaves the page and goes back', async () => {
    await connectWithConsent(browser, page, site.origin, ['memories:read']);
    await page.goto(`${site.origin}/other`);
    await page.evaluate(() => history.back());
    await until('the first page', async () => (await page.url()) === `${site.origin}/`);
    // The page is restored from the back/forward cache with its connection, or is loaded and connects again.
    if ((await outcomeIn(page).catch(() => undefined)) === undefined) {
      await beginToConnect(page, ['memories:read']);
      await untilConnectedIn(page);
    }
    expect(await callIn(page, 'list')).toHaveProperty('result');
  });

  test('gets no answer in its frames', async () => {
    await connectWithConsent(browser, page, site.origin, ['memories:read']);
    await page.goto(`${site.origin}/frames`);
    expect(await isConnectedIn(page)).toBe(true);
    const answers = await page.evaluate(async () => {
      const heardByFrame = Array.from({ length: window.length }, (_, at) => {
        const frame = window[at] as Window;
        const { port1, port2 } = new MessageChannel();
        const heard: unknown[] = [];
        port1.onmessage = ({ data }) => heard.push(data);
        frame.postMessage({ commonplace: 'hello', id: `frame ${at}` }, '*', [port2]);
        port1.postMessage({ id: 1, connected: true });
        return heard;
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      return heardByFrame;
    });
    expect(answers).toEqual([[], [], []]);
  });
});

describe('a page that the user doesn’t allow', () => {
  test('gets the outcome “denied” once the user refuses it in the consent window', async () => {
    await beginToConnect(page, readAndWrite);
    const consent = await openConsentOver(browser, page);
    await consent.click('.consent-answers .button:not(.primary)');
    await until('the refusal', async () => (await outcomeIn(page)) === 'denied');
    expect(await isConnectedIn(page)).toBe(false);
  });

  test('gets no answer, and finds no trace of the extension', async () => {
    await beginToConnect(page, readAndWrite);
    expect(await isConnectedIn(page)).toBe(false);
    const seen = await page.evaluate(
      async (files) => {
        const heard: unknown[] = [];
        window.addEventListener('message', ({ data }) => heard.push(data));
        window.postMessage({ commonplace: 'hello', id: 'x' }, location.origin, [new MessageChannel().port2]);
        const loaded = await Promise.all(
          files.map((file) =>
            fetch(file).then(
              () => file,
              () => 'nothing',
            ),
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, 500));
        return {
          heard,
          loaded,
          runtime: typeof (window as { chrome?: { runtime?: unknown } }).chrome?.runtime,
          elements: document.querySelectorAll('*').length,
        };
      },
      ['bridge.js', 'consent.html', 'popup.html', 'icon/16.png'].map((file) => browser.address(file)),
    );
    expect(seen).toEqual({
      heard: [{ commonplace: 'hello', id: 'x' }],
      loaded: ['nothing', 'nothing', 'nothing', 'nothing'],
      runtime: 'undefined',
      // The page's own: html, head, title, meta, body, h1, script.
      elements: 7,
    });
    expect(await outcomeIn(page)).toBe('pending');
  });
});

describe('a site’s access', () => {
  test('can be paused or revoked in the settings; revoking also removes the content script and the browser’s permission', async () => {
    await connectWithConsent(browser, page, site.origin, readAndWrite);
    await press('Pause');
    await until('the pause', async () => (await callIn(page, 'list')).failure?.reason === 'paused');
    await press('Resume');
    await until('the end of the pause', async () => (await callIn(page, 'list')).result !== undefined);
    await press('Revoke');
    await until('the end of the access', async () => (await callIn(page, 'list')).failure?.reason === 'revoked');
    await until(
      'the settings to stop listing the site',
      async () => !(await listedSites()).includes(new URL(site.origin).host),
    );
    const { permitted, registered } = await openedSites(own);
    if (browser.kind === 'chromium')
      expect([...permitted, ...registered].join()).not.toContain(new URL(site.origin).host);
    await page.reload();
    await beginToConnect(page, ['memories:read']);
    expect(await isConnectedIn(page)).toBe(false);
    expect(await outcomeIn(page)).toBe('pending');
  });

  test('ends at once, in open tabs too, when the user removes the permission in the browser’s settings', async () => {
    await connectWithConsent(browser, page, site.origin, readAndWrite);
    await forbid(browser, site.origin);
    await until('the end of the access', async () => (await callIn(page, 'list')).failure?.reason === 'revoked');
  });
});

test('the sample pages of the documentation connect, save and search', async () => {
  const waitForText = (words: string) =>
    until(`the status “${words}”`, async () => (await page.text('#status')).startsWith(words));
  await page.goto(`${site.origin}/recipes.html`);
  await page.click('#connect');
  await waitForText('Open Commonplace');
  await permit(browser, site.origin);
  await clickAllowIn(await openConsentOver(browser, page));
  await page.bringToFront();
  await waitForText('Connected');
  await page.type('#save input', 'Pancakes: flour, milk, eggs');
  await page.click('#save button');
  await waitForText('Saved.');
  await page.type('#search input', 'pancakes');
  await page.click('#search button');
  await waitForText('Found');
  expect(await page.text('#found li')).toBe('Pancakes: flour, milk, eggs');

  // A page that was loaded while its site was paused connects once the site is resumed.
  await press('Pause');
  await page.reload();
  await waitForText('Access to Commonplace is paused');
  await press('Resume');
  await page.click('#connect:enabled');
  await waitForText('Connected.');

  // The other sample has the same origin, so it connects without a question.
  await page.goto(`${site.origin}/highlights.html`);
  await waitForText('Select a passage');
  await expectNoAxeViolations(page);
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('article p')!));
  await page.click('#save');
  await waitForText('Saved.');
  await page.reload();
  expect(await page.text('#highlights span')).toMatch(/^Readers of the Renaissance/);
  await page.click('#highlights button');
  await waitForText('Removed.');
});

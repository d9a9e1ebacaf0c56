import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { launchChromium, serve, until, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { pdfFile } from '../support/pdf-file.ts';

const paragraphs = [
  'The plumber Mr. Okafor fixed the boiler.',
  'He said to bleed the radiators every autumn.',
  'His number is in the green book.',
];
const html = `<!doctype html><html lang="en"><title>A letter</title><article id="letter">${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article><p>Yours, E.</p>`;

/** A page that replaces built-in functions, nests elements very deeply, and hides text. */
const hostile = `<!doctype html><html lang="en"><title>Minutes</title><link rel="icon" href="data:,"><form><input name="firstChild"><input name="localName">
  <article><h1>Minutes</h1><p>Loaded first.</p></article></form><img name="createElement"><div id="deep"></div>
  <p style="opacity: 1" class="gone">hidden text</p><style>.gone { display: none } .over { visibility: hidden }</style><p class="over">covered text</p>
  <script>
    const text = document.querySelector('article p');
    for (const name of ['querySelectorAll', 'createElement', 'cloneNode']) Document.prototype[name] = () => { throw new Error('replaced'); };
    Array.prototype.map = Array.from = JSON.stringify = () => { throw new Error('replaced'); };
    let deepest = document.getElementById('deep');
    for (let level = 0; level < 1000; level++) { const next = deepest.cloneNode(false); deepest.append(next); deepest = next; }
    deepest.textContent = 'At the very bottom.';
    text.textContent = ${JSON.stringify('Shown by the app. '.repeat(30))};
  </script>`;

let requests: string[] = [];
let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;
let page: ChromiumPage;
let client: Client;

beforeAll(async () => {
  site = await serve(({ url }, response) => {
    requests.push(url ?? '');
    if (url === '/paper' || url === '/scan') {
      // The PDF's policy forbids everything.
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-security-policy': "default-src 'none'" });
      return response.end(pdfFile(url === '/scan' ? [[]] : [['Heron one.'], ['Kestrel two.']]));
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    if (url === '/letter') response.end(html);
    else if (url === '/minutes') response.end(hostile);
    else response.write('A page that never ends');
  });
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  client = clientThrough(await browser.newPage(browser.address('popup.html')));
  page = await browser.newPage(`${site.origin}/letter`);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('offers the selection, saves it with its paragraphs, tags and a new collection, and undoes the save', async () => {
  await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('#letter')!));
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelector('.save-kind')?.textContent === 'Save selection:');
  await popup.click('.save-text');
  // Tab goes from the text to the tags, then to fields that are seldom changed.
  await popup.press('Tab');
  await popup.type('.save .tags-field input:focus', 'repairs, home,');
  await popup.type('.save .tags-field input:focus', 'let');
  // In a list, a letter selects an entry; it isn't a command.
  await popup.puppeteer.focus('.save select');
  await popup.press('r');
  await popup.click('.save .choice-or-new button');
  await popup.type('.save [data-name]', 'Letters');
  expect(await popup.evaluate(() => document.querySelector('.status-words')?.textContent)).toBe('');
  await popup.press('Control+Enter');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
  const [kept] = (await client.memories.list()).memories;
  expect(kept).toMatchObject({
    content: paragraphs.join('\n\n'),
    tags: ['repairs', 'home', 'let'],
    collection: (await client.collections.list()).collections[0]!.id,
    url: `${site.origin}/letter`,
    title: 'A letter',
    source: 'popup',
  });

  await popup.press('Control+z');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Undone'));
  expect((await client.memories.list()).memories).toEqual([]);
  await popup.close();
});

test('offers the page if nothing is selected, or says that it is saved already', async () => {
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelector('.save-kind')?.textContent === 'Save page:');
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelector('.memory-saved')?.textContent?.includes('Undo'));
  expect(await popup.text('.save')).toContain('Write a note');
  await popup.close();
  const again = await browser.openPopup(page);
  expect(await again.text('.save-already')).toContain('Saved just now');
  // Shows the longest text that can be beside the buttons.
  const isCut = await again.evaluate(() => {
    const words =
      document.querySelector<HTMLElement>('.save-already > span') ?? document.querySelector('.save-already')!;
    words.lastChild!.textContent = words.lastChild!.textContent!.replace('just now', '59 minutes ago');
    return words.scrollWidth > words.clientWidth;
  });
  expect(isCut).toBe(false);
  expect((await client.memories.list()).memories).toHaveLength(1);
  await again.close();
});

test('offers the selection of a page even if a frame in it never loads', async () => {
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/endless';
    document.body.append(frame);
    document.getSelection()?.selectAllChildren(document.querySelector('#letter')!);
  });
  await page.waitFor(() => document.querySelector('iframe')?.contentDocument?.body?.textContent.includes('never ends'));
  const popup = await browser.openPopup(page);
  expect(await popup.text('.save-kind')).toBe('Save selection:');
  expect(await popup.text('.save-words')).toBe(paragraphs.join('\n\n'));
  await popup.close();
});

test('offers a note if the page can’t be read', async () => {
  const blank = await browser.newPage('about:blank');
  const popup = await browser.openPopup(blank);
  await popup.waitFor(() => document.querySelector('.save')?.textContent !== '');
  expect(await popup.text('.save')).toMatch(/can’t read this page|Write a note/);
  await popup.close();
});

test('previews the readable text of a page as it is shown, and saves it without a request', async () => {
  const minutes = await browser.newPage(`${site.origin}/minutes`);
  requests = [];
  const popup = await browser.openPopup(minutes);
  await popup.click('.read-button');
  await popup.waitFor(() => document.querySelector<HTMLDialogElement>('.preview')?.open);
  const text = await popup.text('.preview-text');
  expect(text).toContain('Shown by the app.');
  for (const unseen of ['Loaded first', 'hidden text', 'covered text', 'deepest']) expect(text).not.toContain(unseen);
  await popup.type('.preview .tags-entry', 'minutes');
  await popup.press('Control+Enter');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
  expect((await client.memories.list({ url: `${site.origin}/minutes` })).memories).toMatchObject([
    {
      title: 'Minutes',
      tags: ['minutes'],
      capture: { kind: 'page', language: 'en' },
      content: expect.stringContaining('Shown by the app.') as string,
    },
  ]);
  // The browser itself requests the page's icon.
  expect(requests.filter((path) => path !== '/favicon.ico')).toEqual([]);
  await popup.close();
  await minutes.close();
});

test('reads and saves the tab’s PDF, which the popup can’t fetch, and says that a scanned PDF has only pictures', async () => {
  const paper = await browser.newPage(`${site.origin}/paper`);
  const popup = await browser.openPopup(paper);
  await popup.waitFor(() => document.querySelector('.read-button')?.getAttribute('aria-label') === 'Read this PDF…');
  requests = [];
  const tryToFetch = (address: string) => fetch(address).then(() => 'fetched', String);
  expect(await popup.evaluate(tryToFetch, `${site.origin}/paper`)).toContain('Failed to fetch');
  expect(requests).toEqual([]);
  await popup.click('.read-button');
  await popup.waitFor(() => document.querySelector<HTMLDialogElement>('.preview')?.open);
  expect(await popup.text('.preview-text')).toBe('[Page 1]\n\nHeron one.\n\n[Page 2]\n\nKestrel two.');
  await popup.click('.preview .button.primary');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
  const [saved] = (await client.memories.list({ url: `${site.origin}/paper` })).memories;
  expect(saved).toMatchObject({ title: 'The ferry', capture: { kind: 'pdf', author: 'E. Okafor', page: 1 } });
  await popup.close();
  await paper.close();

  const scan = await browser.newPage(`${site.origin}/scan`);
  const again = await browser.openPopup(scan);
  await again.click('.read-button');
  await again.waitFor(() => document.querySelector('.notices')?.textContent?.includes('only pictures'));
  await again.close();
  await scan.close();
});

test('links to a saved quote, and marks it without changing the page', async () => {
  await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelectorAll('#letter p')[1]!));
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelector('.save-kind')?.textContent === 'Save selection:');
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelector('.memory-saved')?.textContent?.includes('Undo'));
  const [quote] = (await client.memories.list()).memories;
  expect(quote?.capture).toMatchObject({
    kind: 'selection',
    quote: { prefix: expect.stringContaining('boiler.') as string },
  });
  expect(
    await popup.evaluate(() => document.querySelector<HTMLAnchorElement>('[data-row] .memory-page')?.href),
  ).toContain(':~:text=He%20said%20to%20bleed');
  const before = await page.evaluate(() => new XMLSerializer().serializeToString(document));
  await popup.close();
  const again = await browser.openPopup(page);
  await again.click('.quotes-button');
  await again.waitFor(() => document.querySelector('.notices')?.textContent?.includes('1 quote marked'));
  expect(await page.evaluate(() => [...(CSS.highlights.get('commonplace') ?? [])].map(String))).toEqual([
    // Without the full stop, since only letters and digits are compared.
    paragraphs[1]!.slice(0, -1),
  ]);
  expect(await page.evaluate(() => new XMLSerializer().serializeToString(document))).toBe(before);
  await again.close();
});

test('the address bar suggests memories during typing, and opens the page of the chosen one', async () => {
  const url = `${site.origin}/letter?from=address-bar`;
  await client.memories.create({ content: 'Avocet on the mudflat', url });
  await client.memories.create({ content: 'Avocet without an address' });
  const suggested = await browser.inServiceWorker(typeInAddressBar, 'avocet');
  expect(suggested).toEqual([
    { content: expect.stringMatching(/^#memories\//) as string, description: 'Avocet without an address' },
    { content: url, description: 'Avocet on the mudflat' },
  ]);
  await browser.inServiceWorker(chooseInAddressBar, url);
  await until('the page in a new tab', async () => (await browser.puppeteer.pages()).some((one) => one.url() === url));
});

// This test comes last, because the page hangs after it.
test('recognises a hanging page by its address and title', async () => {
  await page.evaluate(() => {
    setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/endless', false);
      request.send();
    }, 500);
  });
  const popup = await browser.openPopup(page);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await popup.reload();
  // The popup finds the page saved above, which has the same address and title.
  expect(await popup.text('.save-already')).toContain('Saved');
  const timeout = new Promise((resolve) => setTimeout(() => resolve('still hangs'), 500));
  expect(await Promise.race([page.evaluate(() => 'answers'), timeout])).toBe('still hangs');
});

/** The parts of `chrome.omnibox` that we use. `dispatch` is undocumented; it calls listeners as the browser does. */
interface Omnibox {
  onInputChanged: { dispatch(text: string, suggest: (all: object[]) => void): void };
  onInputEntered: { dispatch(text: string, disposition: string): void };
}

/** Runs in the service worker. */
function typeInAddressBar(text: string): Promise<object[]> {
  const { chrome } = globalThis as unknown as { chrome: { omnibox: Omnibox } };
  return new Promise((resolve) => chrome.omnibox.onInputChanged.dispatch(text, resolve));
}

/** Runs in the service worker. */
function chooseInAddressBar(content: string): void {
  const { chrome } = globalThis as unknown as { chrome: { omnibox: Omnibox } };
  chrome.omnibox.onInputEntered.dispatch(content, 'newForegroundTab');
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import {
  launchChromium,
  missingForDisplay,
  openDisplay,
  serve,
  until,
  type ChromiumBrowser,
  type ChromiumPage,
  type Display,
} from '../../scripts/browsers/index.ts';
import { memoriesWith, memoryWith } from '../support/capture.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

const letter = `<!doctype html><html lang="en"><title>A letter</title>
  <article><p>Kestrel one.</p><p>Kestrel <b>two</b>,<br>below it.</p><p>Kestrel three.</p></article>
  <p><a href="https://elsewhere.example/heron">The heron’s <i>page</i></a></p>`;

describe.skipIf(missingForDisplay().length > 0)('a real right click', () => {
  let display: Display;
  let browser: ChromiumBrowser;
  let client: Client;
  let page: ChromiumPage;
  let site: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    display = await openDisplay();
    site = await serve({ '/': letter });
    browser = await launchChromium({
      extension: await extensionWithHarness('chromium'),
      headless: false,
      env: { DISPLAY: display.name },
    });
    client = clientThrough(await browser.newPage(browser.address('popup.html')));
    page = await browser.newPage(site.origin);
    await page.bringToFront();
  });

  afterAll(async () => {
    await browser?.close();
    await display?.close();
    await site?.close();
  });

  const countWindows = async () => (await display.xdotool('search --onlyvisible --name .*')).split('\n').length;

  /** Opens the native menu over an element and chooses the extension's item, the last one before “Inspect”. */
  async function chooseOurItem(selector: string): Promise<void> {
    const [x, y] = await page.evaluate((selector) => {
      const box = (document.querySelector(selector) as Element).getBoundingClientRect();
      return [screenX + box.left + 20, screenY + (outerHeight - innerHeight) + box.top + box.height / 2].map(
        Math.round,
      );
    }, selector);
    const before = await countWindows();
    const isOpen = async () => (await countWindows()) > before;
    const clickIt = () => display.xdotool(`mousemove ${x} ${y} click 3`);
    await clickIt();
    // A busy browser may miss a click just after the page changed. Click again, as a user would.
    await until('the menu', isOpen, 3_000).catch(clickIt);
    await until('the menu', isOpen);
    for (const key of ['Up', 'Up', 'Return']) await display.xdotool(`key --delay 100 ${key}`);
    await until('the menu to close', async () => (await countWindows()) === before);
  }

  test('on a selection saves the text with its paragraph breaks, and the toast in the page undoes the save', async () => {
    await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('article') as Element));
    await chooseOurItem('article b');
    expect(await memoryWith(client, 'Kestrel')).toMatchObject({
      content: 'Kestrel one.\n\nKestrel **two**,\nbelow it.\n\nKestrel three.',
      source: 'context-menu',
      url: `${site.origin}/`,
      title: 'A letter',
    });
    const [x, y] = (await page.waitFor(() => {
      const box = document.querySelector('commonplace-toast')?.getBoundingClientRect();
      return (
        box &&
        box.width > 0 &&
        [screenX + box.right - 40, screenY + (outerHeight - innerHeight) + box.top + box.height / 2].map(Math.round)
      );
    })) as [number, number];
    await display.xdotool(`mousemove ${x} ${y} click 1`);
    await until('the memory to be gone', async () => (await memoriesWith(client, 'Kestrel')).length === 0);
  });

  test('on a selection saves the text with its paragraph breaks even if the page can’t be read at first', async () => {
    const isReplaced = await browser.inServiceWorker(async () => {
      const { scripting } = (
        globalThis as unknown as { chrome: { scripting: { executeScript(...args: unknown[]): Promise<unknown> } } }
      ).chrome;
      const read = scripting.executeScript.bind(scripting);
      scripting.executeScript = () => {
        scripting.executeScript = read;
        return Promise.reject(new Error('Cannot access contents of the page.'));
      };
      return scripting.executeScript !== read;
    });
    expect(isReplaced).toBe(true);
    await page.bringToFront();
    await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('article') as Element));
    await chooseOurItem('article b');
    expect(await memoryWith(client, 'Kestrel')).toMatchObject({
      content: 'Kestrel one.\n\nKestrel **two**,\nbelow it.\n\nKestrel three.',
    });
  });

  test('on a link saves its text and address', async () => {
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
    await chooseOurItem('a');
    expect(await memoryWith(client, 'heron')).toMatchObject({
      content: 'The heron’s page',
      url: 'https://elsewhere.example/heron',
    });
  });
});

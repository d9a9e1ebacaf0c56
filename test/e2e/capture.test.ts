import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { limits } from '../../src/v1/limits.ts';
import {
  browserKind,
  launchBrowser,
  serve,
  until,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { drawNotifications, visibleNotifications, undoByNotification } from '../support/notifications.ts';
import { grantActiveTab, memoriesWith, memoryWith, pressSaveShortcut, reportLastUsed } from '../support/capture.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

/** A policy that forbids the page everything. The extension's toast in the page must work nevertheless. */
const policy = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const letter = `<!doctype html><html lang="en"><title>A letter</title>
  <meta name="description" content="What was written on the ferry.">
  <article><p>Kestrel one.</p><p>Kestrel <b>two</b>,<br>below it.</p><p>Kestrel three.</p></article>
  <p><textarea>Dunlin one.\n\nDunlin two.</textarea> <input type="password" value="Godwit in secret"></p>
  <p><a href="https://elsewhere.example/heron?a=1#b">The heron’s <i>page</i></a></p>`;

/** One of the browser's own pages, in which no extension can run a script. */
const locked: Record<ExtensionBrowser['kind'], string> = { chromium: 'chrome://version', firefox: 'about:support' };

describe('the context menu', () => {
  let browser: ExtensionBrowser;
  let own: Page;
  let client: Client;
  let page: Page;
  let site: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    site = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(letter),
    );
    browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
    await drawNotifications(browser);
    own = await browser.newPage(browser.address('popup.html'));
    client = clientThrough(own);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  beforeEach(async () => {
    page = await browser.newPage(`${site.origin}/letter`);
    return () => page.close();
  });

  const select = () =>
    page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('article') as Element));
  const toastHeight = () =>
    page.waitFor(() => document.querySelector('commonplace-toast')?.getBoundingClientRect().height);

  const itemsIn = (ids: string[]) =>
    own.evaluate(async (wanted) => {
      const { contextMenus } = (
        globalThis as unknown as { chrome: { contextMenus: { update(id: string, changes: object): Promise<void> } } }
      ).chrome;
      const found = await Promise.all(
        wanted.map((id) =>
          contextMenus.update(id, {}).then(
            () => [id],
            () => [],
          ),
        ),
      );
      return found.flat();
    }, ids);

  test('saves a selection with its paragraphs, and shows a toast that can undo the save', async () => {
    await select();
    await grantActiveTab(browser, page);
    await browser.clickMenu(
      { menuItemId: 'save-selection', selectionText: 'Kestrel one. Kestrel two, below it. Kestrel three.' },
      page,
    );
    const memory = await memoryWith(client, 'Kestrel three.');
    expect(memory).toMatchObject({
      content: 'Kestrel one.\n\nKestrel **two**,\nbelow it.\n\nKestrel three.',
      source: 'context-menu',
      url: `${site.origin}/letter`,
      title: 'A letter',
    });
    // The toast's height shows that its styles apply, although the page's policy refuses styles.
    expect(await toastHeight()).toBeGreaterThan(40);
    await until('the focus on the toast', async () => {
      await page.press('Tab');
      return page.evaluate(() => document.activeElement?.localName === 'commonplace-toast');
    });
    await page.press('Enter');
    await until('the memory to be gone', async () => (await memoriesWith(client, 'Kestrel')).length === 0);
    expect((await client.memories.list({ deleted: true })).memories.map(({ id }) => id)).toContain(memory.id);
  });

  test('the shortcut saves the selection, or the page if nothing is selected', async () => {
    await select();
    await grantActiveTab(browser, page);
    await pressSaveShortcut(browser, page);
    const selected = await memoryWith(client, 'Kestrel');
    expect(selected).toMatchObject({
      content: 'Kestrel one.\n\nKestrel **two**,\nbelow it.\n\nKestrel three.',
      capture: { kind: 'selection' },
      url: `${site.origin}/letter`,
    });
    await client.memories.delete(selected.id);
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
    await pressSaveShortcut(browser, page);
    const whole = await memoryWith(client, 'Kestrel');
    expect(whole).toMatchObject({ title: 'A letter', capture: { kind: 'page' } });
    await client.memories.delete(whole.id);
  });

  test('saves the selected text of a text area, but never that of a password field', async () => {
    await grantActiveTab(browser, page);
    await page.evaluate(() => document.querySelector('textarea')!.select());
    await page.evaluate(() => document.querySelector('textarea')!.focus());
    await browser.clickMenu({ menuItemId: 'save-selection', selectionText: 'Dunlin one. Dunlin two.' }, page);
    expect((await memoryWith(client, 'Dunlin')).content).toBe('Dunlin one.\n\nDunlin two.');
    await page.evaluate(() => document.querySelector<HTMLInputElement>('[type=password]')!.select());
    await page.evaluate(() => document.querySelector<HTMLInputElement>('[type=password]')!.focus());
    await browser.clickMenu({ menuItemId: 'save-selection', selectionText: 'Godwit dots' }, page);
    expect((await memoryWith(client, 'Godwit')).content).toBe('Godwit dots');
  });

  test('saves the text from the browser’s menu event if no script may read the page, and undoes the save from a notification', async () => {
    await select();
    await browser.clickMenu({ menuItemId: 'save-selection', selectionText: 'Osprey of the menu' }, page);
    const memory = await memoryWith(client, 'Osprey');
    expect(memory).toMatchObject({
      content: 'Osprey of the menu',
      source: 'context-menu',
      url: `${site.origin}/letter`,
    });
    expect(await page.evaluate(() => document.querySelector('commonplace-toast'))).toBeNull();
    const notification = `saved:${memory.id}`;
    await until('a notification', async () => (await visibleNotifications(own)).includes(notification));
    // Clicks until the notification reacts: Firefox lists a notification before its window accepts clicks.
    await until('the memory to be gone', async () => {
      await undoByNotification(browser, notification);
      return (await memoriesWith(client, 'Osprey')).length === 0;
    });
  });

  test('saves from one of the browser’s own pages, without its address', async () => {
    const browserPage = await browser.newPage(locked[browser.kind]);
    await browser.clickMenu({ menuItemId: 'save-selection', selectionText: 'Bittern of the browser' }, browserPage);
    expect(await memoryWith(client, 'Bittern')).toMatchObject({ content: 'Bittern of the browser', url: null });
    await browserPage.close();
  });

  test('saves the readable text of a page', async () => {
    await grantActiveTab(browser, page);
    await browser.clickMenu({ menuItemId: 'save-page' }, page);
    expect(await memoryWith(client, 'Kestrel')).toMatchObject({
      content: expect.stringContaining('Kestrel one.\n\nKestrel **two**,\nbelow it.') as string,
      capture: { kind: 'page', language: 'en' },
      source: 'context-menu',
      url: `${site.origin}/letter`,
      title: 'A letter',
    });
  });

  test('saves a link with its text and its own address', async () => {
    const linkUrl = 'https://elsewhere.example/heron?a=1#b';
    await grantActiveTab(browser, page);
    await browser.clickMenu({ menuItemId: 'save-link', linkUrl }, page);
    await until('the memory', async () => (await client.memories.list({ url: linkUrl })).memories.length > 0);
    expect((await client.memories.list({ url: linkUrl })).memories[0]).toMatchObject({
      content: 'The heron’s page',
      url: linkUrl,
      title: null,
      capture: { kind: 'link' },
      source: 'context-menu',
    });
  });

  test('saves a link’s address as the content if the link’s text can’t be read', async () => {
    const linkUrl = 'https://elsewhere.example/egret';
    await browser.clickMenu({ menuItemId: 'save-link', linkUrl }, page);
    expect(await memoryWith(client, 'egret')).toMatchObject({ content: linkUrl, url: linkUrl });
  });

  test('saves the start of a text that is too long', async () => {
    await browser.clickMenu({ menuItemId: 'save-selection', selectionText: `Curlew ${'é'.repeat(40_000)}` }, page);
    const { content } = await memoryWith(client, 'Curlew');
    expect(Buffer.byteLength(content)).toBe(limits.contentBytes - 1);
  });

  test('saves to the collection that was used last, until it is deleted', async () => {
    const collection = await client.collections.create({ name: 'Birds & co' });
    await reportLastUsed(own, collection);
    expect(await itemsIn(['save-to-collection'])).toEqual(['save-to-collection']);
    await browser.clickMenu({ menuItemId: 'save-to-collection', selectionText: 'Plover one' }, page);
    expect(await memoryWith(client, 'Plover one')).toMatchObject({
      collection: collection.id,
      capture: { kind: 'selection' },
    });
    await client.collections.delete(collection.id);
    await browser.clickMenu({ menuItemId: 'save-to-collection', selectionText: 'Plover two' }, page);
    expect(await memoryWith(client, 'Plover two')).toMatchObject({ collection: null });
  });

  test('has items to save a selection, a page, a link and an image, and one for the last used collection only if there is one', async () => {
    expect(await itemsIn(['save-selection', 'save-page', 'save-link', 'save-image', 'save-to-collection'])).toEqual([
      'save-selection',
      'save-page',
      'save-link',
      'save-image',
    ]);
  });

  test('an undo message can’t delete a memory that the menu didn’t save', async () => {
    const { id } = await client.memories.create({ content: 'Avocet, saved elsewhere' });
    const answer = await own.evaluate(
      (id) =>
        (
          globalThis as unknown as { chrome: { runtime: { sendMessage(message: object): Promise<unknown> } } }
        ).chrome.runtime.sendMessage({ kind: 'undo', id }),
      id,
    );
    expect(answer).toBe(false);
    expect((await client.memories.read(id)).content).toBe('Avocet, saved elsewhere');
  });
});

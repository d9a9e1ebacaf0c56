import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import {
  browserKind,
  launchBrowser,
  serve,
  until,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { grantActiveTab, memoryWith } from '../support/capture.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/kept.ts';

const subjects = [
  'kettle',
  'ladder',
  'violin',
  'harbour',
  'lantern',
  'meadow',
  'compass',
  'orchard',
  'saddle',
  'thimble',
];
const noteOf = (index: number) => `The ${subjects[index % 10]} of house number ${index}`;

/** One way to operate the popup and the library, by keyboard or by mouse. */
interface Hand {
  /** Opens the form for a note. */
  begin(page: Page): Promise<void>;
  save(page: Page): Promise<void>;
  /** Acts on the memory whose row shows a text. */
  act(page: Page, text: string, act: 'edit' | 'tag' | 'delete'): Promise<void>;
  /** Saves what was changed in the editor. */
  keep(page: Page): Promise<void>;
  undo(page: Page): Promise<void>;
  restore(library: Page, text: string): Promise<void>;
}

const idOf = (page: Page, text: string) =>
  page.waitFor(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('[data-row]')].find((row) => row.textContent?.includes(wanted))
        ?.dataset['row'],
    text,
  ) as Promise<string>;
const noticeSays = (page: Page, text: string) =>
  page.waitFor((wanted) => document.querySelector('.notices')?.textContent?.includes(wanted), text);

const actionNames = { edit: 'Edit', tag: 'Tag', delete: 'Delete' } as const;
const actionKeys = { edit: 'e', tag: '#', delete: 'Delete' } as const;

const mouse: Hand = {
  begin: (page) => page.click('.save-text'),
  save: (page) => page.click('.save .button.primary'),
  async act(page, text, act) {
    const id = await idOf(page, text);
    // Instead of moving the pointer over the row, which would show the row's actions too.
    await page.evaluate((row) => document.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus(), id);
    await page.click(`[data-row="${id}"] .action[title^="${actionNames[act]}"]`);
  },
  keep: (page) => page.click('.editor .button.primary'),
  undo: (page) => page.click('.notices .button'),
  async restore(library, text) {
    await library.click(`[aria-label^="Restore: ${text}"]`);
  },
};

const keyboard: Hand = {
  async begin(page) {
    if (await page.evaluate(() => document.querySelector('[data-row]') === null)) {
      for (let steps = 0; steps < 20; steps++) {
        await page.press('Tab');
        if (await page.evaluate(() => document.activeElement?.matches('.save-text'))) break;
      }
      await page.press('Enter');
    } else {
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-search]')?.focus());
      await page.press('ArrowDown');
      await page.waitFor(() => document.activeElement?.matches('[data-row]'));
      await page.press('n');
    }
  },
  save: (page) => page.press('Control+Enter'),
  async act(page, text, act) {
    const id = await idOf(page, text);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-search]')?.focus());
    for (let steps = 0; steps < 40; steps++) {
      await page.press('ArrowDown');
      if (await page.evaluate((wanted) => document.activeElement?.getAttribute('data-row') === wanted, id)) break;
    }
    await page.press(actionKeys[act]);
  },
  keep: (page) => page.press('Control+Enter'),
  undo: (page) => page.press('Control+z'),
  async restore(library, text) {
    for (let steps = 0; steps < 80; steps++) {
      await library.press('Tab');
      const label = await library.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      if (label.startsWith(`Restore: ${text}`)) break;
    }
    await library.press('Enter');
  },
};

describe.each([
  ['mouse', mouse],
  ['keyboard', keyboard],
] as const)('a day of use by %s', (_name, hand) => {
  let browser: ExtensionBrowser;
  let site: Awaited<ReturnType<typeof serve>>;
  let popup: Page;
  let client: Client;

  beforeEach(async () => {
    site = await serve((request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><html lang="en"><title>Page</title><p>Words of ${request.url}</p>`),
    );
    browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
    popup = await browser.newPage(browser.address('popup.html'));
    client = clientThrough(await browser.newPage(browser.address('popup.html')));
    await popup.bringToFront();
  });

  afterEach(async () => {
    await browser?.close();
    await site?.close();
  });

  async function reopen(): Promise<void> {
    await popup.reload();
    await popup.waitFor(() => document.querySelector('.footer')?.textContent?.includes('memor'));
  }

  async function note(page: Page, text: string, tag: string): Promise<void> {
    await hand.begin(page);
    await page.type('.save textarea', text);
    await page.type('.save .tags-entry', `${tag},`);
    await hand.save(page);
    await page.waitFor((wanted) => document.querySelector('[data-row]')?.textContent?.includes(wanted), text);
  }

  test('keeps exactly what was saved, edited, undone, deleted and restored', { timeout: 600_000 }, async () => {
    const expected = new Map<string, string[]>();

    // Saves, by every way.
    for (let index = 0; index < 12; index++) {
      if (index % 4 === 0) await reopen();
      await note(popup, noteOf(index), 'house');
      expected.set(noteOf(index), ['house']);
    }
    for (let index = 12; index < 15; index++) {
      await popup.type('[data-search]', noteOf(index).replaceAll(/[a-z]+/gi, 'zyx'));
      await popup.waitFor(
        () => document.querySelector('.message-ways .button:last-child')?.textContent === 'Save as a note',
      );
      await popup.click('.message-ways .button:last-child');
      await popup.waitFor(() => document.activeElement?.matches('.save textarea'));
      await popup.evaluate(() => document.querySelector<HTMLTextAreaElement>('.save textarea')?.select());
      await popup.type('.save textarea', noteOf(index));
      await hand.save(popup);
      // The popup may close before it gets the response to the save.
      await memoryWith(client, `house number ${index}`);
      expected.set(noteOf(index), []);
      await reopen();
    }
    for (let index = 15; index < 27; index++) {
      const page = await browser.newPage(`${site.origin}/${index}`);
      await grantActiveTab(browser, page);
      if (index % 2 === 0)
        await browser.clickMenu(
          { menuItemId: 'save-link', linkUrl: `https://a.example/${index}`, linkText: noteOf(index) },
          page,
        );
      else await browser.clickMenu({ menuItemId: 'save-selection', selectionText: noteOf(index) }, page);
      await memoryWith(client, `house number ${index}`);
      expected.set(noteOf(index), []);
      await page.close();
    }
    const library = await browser.newPage(browser.address('library.html'));
    await library.waitFor(() => document.querySelector('[data-row]'));
    for (let index = 27; index < 30; index++) {
      await note(library, noteOf(index), 'library');
      expected.set(noteOf(index), ['library']);
    }
    expect(expected.size).toBe(30);

    // The browser stops the background; the popup is opened again.
    await browser.stopBackground();
    await popup.bringToFront();
    await reopen();

    for (const index of [3, 8, 13, 20, 28]) {
      await popup.type('[data-search]', '');
      await popup.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')?.select());
      await popup.type('[data-search]', `${subjects[index % 10]} ${index}`);
      await popup.waitFor(
        (wanted) => document.querySelector('[data-row]')?.textContent?.includes(wanted),
        noteOf(index),
      );
    }

    // Edits, one undone.
    for (const index of [3, 8, 20]) {
      await search(`${subjects[index % 10]} ${index}`);
      await hand.act(popup, noteOf(index), 'edit');
      await popup.waitFor(() => document.activeElement?.matches('.editor textarea'));
      await popup.press('Control+End');
      await popup.type('.editor textarea', ' was painted');
      await hand.keep(popup);
      await popup.waitFor(() => document.querySelector('.editor') === null);
      if (index === 8) {
        await hand.undo(popup);
        await noticeSays(popup, 'Undone');
        continue;
      }
      expected.set(`${noteOf(index)} was painted`, expected.get(noteOf(index))!);
      expected.delete(noteOf(index));
    }
    for (const index of [5, 17]) {
      await search(`${subjects[index % 10]} ${index}`);
      await hand.act(popup, noteOf(index), 'tag');
      await popup.waitFor(() => document.activeElement?.matches('.editor input'));
      await popup.type('.editor .tags-entry', 'marked,');
      await hand.keep(popup);
      await popup.waitFor(() => document.querySelector('.editor') === null);
      expected.set(noteOf(index), [...expected.get(noteOf(index))!, 'marked']);
    }

    // Deletions: one undone, one restored from the trash.
    for (const index of [1, 2, 6, 18]) {
      await search(`${subjects[index % 10]} ${index}`);
      await hand.act(popup, noteOf(index), 'delete');
      await noticeSays(popup, 'Deleted');
      if (index === 2) {
        await hand.undo(popup);
        await idOf(popup, noteOf(2));
      } else if (index !== 6) expected.delete(noteOf(index));
    }
    await library.bringToFront();
    await library.goto(browser.address('library.html#trash'));
    await library.waitFor((wanted) => document.body.textContent?.includes(wanted), noteOf(6));
    await hand.restore(library, noteOf(6));
    await noticeSays(library, 'Restored');

    const kept = async () =>
      new Map((await Array.fromAsync(client.memories.list())).map(({ content, tags }) => [content, tags]));
    await until('the memories expected', async () => (await kept()).size === expected.size);
    expect(await kept()).toEqual(expected);
    await browser.stopBackground();
    await popup.bringToFront();
    await reopen();
    expect(await popup.text('.footer')).toContain(`${expected.size} memories`);
  });

  async function search(query: string): Promise<void> {
    await reopen();
    await popup.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')?.select());
    await popup.type('[data-search]', query);
    await popup.waitFor(() => document.querySelector('.status-words')?.textContent?.match(/found|Top|Closest/));
  }
});

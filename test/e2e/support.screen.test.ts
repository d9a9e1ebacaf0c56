import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  launchBrowser,
  removeFolder,
  serve,
  temporaryFolder,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';

const extension = resolve('scripts/browsers/sample-extension');
const state = () =>
  (
    globalThis as unknown as {
      chrome: { runtime: { sendMessage(message: string): Promise<{ started: string; lastClick: unknown }> } };
    }
  ).chrome.runtime.sendMessage('state');

describe('the browser drivers, with a small extension,', () => {
  let browser: ExtensionBrowser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser({ extension });
    page = await browser.newPage(browser.address('popup.html'));
  });
  afterAll(() => browser?.close());

  test('type, click and press a key like a user', async () => {
    await page.type('#words', 'typed');
    await page.click('#copy');
    expect(await page.text('#shown')).toBe('typed');
    await page.type('#words', ' more');
    await page.press('Enter');
    expect(await page.text('#shown')).toBe('typed more');
  });

  test('press a key that closes the page', async () => {
    const opened = await browser.newPage(browser.address('popup.html'));
    await opened.evaluate(() => addEventListener('keydown', () => close()));
    await opened.press('Enter');
  });

  test('pass on the arguments, results and exceptions of evaluate', async () => {
    expect(await page.evaluate((a, b) => Promise.resolve({ sum: a + b, given: [a, b] }), 1, 2)).toEqual({
      sum: 3,
      given: [1, 2],
    });
    expect(await page.evaluate(() => undefined)).toBeUndefined();
    await expect(
      page.evaluate(() => {
        throw new Error('thrown inside');
      }),
    ).rejects.toThrow('thrown inside');
  });

  test('find an accessibility problem with axe', async () => {
    expect(await page.axe()).toContainEqual({ rule: 'image-alt', impact: 'critical', elements: ['#unnamed'] });
  });

  test('set the theme of a page', async () => {
    for (const theme of ['dark', 'light'] as const) {
      await page.theme(theme);
      expect(await page.waitFor((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme)).toBe(true);
    }
  });

  test('take a screenshot as PNG', async () => {
    const path = join(browser.profile, 'shown.png');
    await page.screenshot(path);
    expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
  });

  test('deliver a menu click to the extension, even after its background was stopped', async () => {
    const site = await serve({ '/': '<title>Site</title>' });
    try {
      const tab = await browser.newPage(`${site.origin}/`);
      const { started } = await page.evaluate(state);
      for (const selectionText of ['first', 'second']) {
        await browser.stopBackground();
        await browser.clickMenu({ menuItemId: 'save', selectionText }, tab);
        expect(
          await page.waitFor(async (words) => {
            const { chrome } = globalThis as unknown as {
              chrome: {
                runtime: { sendMessage(message: string): Promise<{ lastClick: { selectionText: string } | null }> };
              };
            };
            const { lastClick } = await chrome.runtime.sendMessage('state');
            return lastClick?.selectionText === words && lastClick;
          }, selectionText),
        ).toMatchObject({ menuItemId: 'save' });
      }
      expect((await page.evaluate(state)).started).not.toBe(started);
    } finally {
      await site.close();
    }
  });
});

test('the browser drivers restart a killed browser in its profile, with its stored data', async () => {
  const profile = temporaryFolder('kept');
  const first = await launchBrowser({ extension, profile });
  await (
    await first.newPage(first.address('popup.html'))
  ).evaluate(
    () =>
      new Promise<void>((kept, failed) => {
        const opening = indexedDB.open('kept', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
        opening.onerror = failed;
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
          transaction.objectStore('rows').put('here', 'key');
          transaction.oncomplete = () => kept();
        };
      }),
  );
  await first.kill();
  const second = await launchBrowser({ extension, profile });
  try {
    const kept = await (
      await second.newPage(second.address('popup.html'))
    ).evaluate(
      () =>
        new Promise((found) => {
          const opening = indexedDB.open('kept', 1);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('rows').objectStore('rows').get('key');
            reading.onsuccess = () => found(reading.result);
          };
        }),
    );
    expect(kept).toBe('here');
  } finally {
    await second.close();
    removeFolder(profile);
  }
  expect(existsSync(profile)).toBe(false);
});

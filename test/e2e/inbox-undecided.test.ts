import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Commonplace } from '../../src/client/index.ts';
import type { InboxRow } from '../../src/extension/inbox/row.ts';
import { browserKind, launchBrowser, until, type ExtensionBrowser, type Page } from '../support/browsers/index.ts';
import { memoryWith, wakeBackground } from '../support/doors.ts';
import { extensionWithHarness } from '../support/harness/index.ts';
import { clientThrough } from '../support/harness/kept.ts';
import { saving } from '../support/inbox.ts';

const dayMs = 86_400_000;

let browser: ExtensionBrowser;
let own: Page;
let client: Commonplace;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  own = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(own);
});

afterAll(() => browser?.close());

/** Leaves a save in the inbox, as a background that ended left it. */
async function leave(text: string, fields: Partial<InboxRow>): Promise<void> {
  const row: InboxRow = { idempotencyKey: text, envelope: saving(text), vouched: { door: 'context-menu' }, createdAt: Date.now(), ...fields };
  await own.evaluate(
    (json) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('commonplace-inbox');
        opening.onerror = () => reject(new Error('The inbox could not be opened.'));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('rows', 'readwrite');
          transaction.objectStore('rows').put(JSON.parse(json));
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(true);
          };
        };
      }),
    JSON.stringify(row),
  );
}

const badge = () => own.evaluate(() => (globalThis as unknown as { chrome: { action: { getBadgeText(details: object): Promise<string> } } }).chrome.action.getBadgeText({}));

const shown = (texts: string[]) =>
  own.waitFor((wanted) => Array.from(document.querySelectorAll('.undecided-text'), ({ textContent }) => textContent).join() === wanted, texts.join());

test('what was refused or waited too long is shown, and the person decides', async () => {
  await leave('Wigeon late', { createdAt: Date.now() - 7 * dayMs });
  await leave('Pintail refused', { refusal: 'The service had a reason.' });
  await browser.stopBackground();
  await wakeBackground(browser);
  await until('a badge', async () => (await badge()) === '!');

  await own.reload();
  await shown(['Wigeon late', 'Pintail refused']);
  expect(await own.text('.undecided')).toContain('The service had a reason.');
  expect((await own.axe()).filter(({ elements }) => elements.some((element) => element.includes('undecided')))).toEqual([]);

  await own.click('.undecided li:first-child .button:not(.bare)');
  expect(await memoryWith(client, 'Wigeon late')).toMatchObject({ source: 'context-menu' });
  await shown(['Pintail refused']);

  await own.click('.undecided .button.bare');
  await shown([]);
  await until('no badge', async () => (await badge()) === '');
  await own.click('.notice .button');
  await shown(['Pintail refused']);
  expect((await client.memories.list()).memories).toHaveLength(1);
});

test('an alarm rings daily, and another while something waits', async () => {
  // Beside these there may be one that rings while a memory is unread.
  const alarms = () =>
    own.evaluate(async () => {
      const { chrome } = globalThis as unknown as { chrome: { alarms: { getAll(): Promise<{ name: string; periodInMinutes?: number }[]> } } };
      return (await chrome.alarms.getAll())
        .filter(({ name }) => name !== 'reading')
        .map(({ name, periodInMinutes }) => `${name} ${periodInMinutes}`)
        .sort();
    });
  expect(await alarms()).toEqual(['daily 1440']);
  await leave('Garganey waits', { notBefore: Date.now() + dayMs });
  await browser.stopBackground();
  await wakeBackground(browser);
  await until('both alarms', async () => (await alarms()).join() === 'daily 1440,inbox 1');
  await leave('Garganey waits', {});
  await browser.stopBackground();
  await wakeBackground(browser);
  await memoryWith(client, 'Garganey');
  await until('one alarm', async () => (await alarms()).join() === 'daily 1440');
});

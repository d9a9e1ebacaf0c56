import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  browserKind,
  launchBrowser,
  removeFolder,
  serve,
  temporaryFolder,
  type ExtensionBrowser,
} from '../../scripts/browsers/index.ts';
import { changeMany, edit, remove, restore, search } from '../support/day-of-use/changes.ts';
import { rowWith, waitForControl } from '../support/day-of-use/controls.ts';
import { noteOf, pageAbout, reopen, type Day } from '../support/day-of-use/day.ts';
import { keyboard } from '../support/day-of-use/keyboard.ts';
import { createLedger } from '../support/day-of-use/ledger.ts';
import { mouse } from '../support/day-of-use/mouse.ts';
import {
  asNote,
  byShortcut,
  fromMenu,
  fromSearch,
  intoNewCollection,
  offered,
  onFirstPage,
  pageText,
} from '../support/day-of-use/saves.ts';
import { createWays } from '../support/day-of-use/ways.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { report } from '../support/rounds.ts';

describe.each([
  ['mouse', mouse],
  ['keyboard', keyboard],
] as const)('a day of use by %s', (name, hand) => {
  const ledger = createLedger();
  let profile: string;
  let extension: string;
  let browser: ExtensionBrowser | undefined;
  let site: Awaited<ReturnType<typeof serve>> | undefined;

  beforeEach(async () => {
    site = await serve(({ url = '' }, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageAbout(Number(/\d+/.exec(url)?.[0] ?? 0))),
    );
    profile = temporaryFolder('day');
    extension = await extensionWithHarness(browserKind());
  });

  afterEach(async () => {
    await browser?.close();
    await site?.close();
    removeFolder(profile);
  });

  async function start(): Promise<Day> {
    browser = await launchBrowser({ extension, profile });
    const client = clientThrough(await browser.newPage(browser.address('popup.html')));
    const popup = await browser.newPage(browser.address('popup.html'));
    return { hand, ledger, browser, ways: createWays(browser), client, popup, origin: site!.origin };
  }

  test(
    'has exactly the expected memories after a day of saving, editing, undoing, deleting and restoring',
    { timeout: 900_000 },
    async () => {
      const begun = performance.now();
      const day = await start();
      await onFirstPage(day, 0);
      for (const index of [1, 2, 3]) {
        await reopen(day.popup);
        await asNote(day, day.popup, index, 'house');
      }
      await intoNewCollection(day, 4);
      for (const query of ['zyx qwert', 'brillig toves']) await fromSearch(day, query);
      for (const index of [7, 8]) await offered(day, index, 'page');
      for (const index of [9, 10]) await offered(day, index, 'selection');
      for (const index of [11, 12]) await pageText(day, index);
      for (const index of [13, 14]) await fromMenu(day, index, 'save-selection');
      for (const index of [15, 16]) await fromMenu(day, index, 'save-page');
      for (const index of [17, 18]) await fromMenu(day, index, 'save-link');
      for (const index of [19, 20]) await fromMenu(day, index, 'save-image');
      await fromMenu(day, 21, 'save-to-collection');
      for (const index of [22, 23]) await byShortcut(day, index, 'page');
      for (const index of [24, 25]) await byShortcut(day, index, 'selection');
      const library = await day.browser.newPage(day.browser.address('library.html'));
      await waitForControl(library, rowWith(noteOf(25)));
      for (const index of [26, 27, 28, 29]) await asNote(day, library, index, 'library');
      expect(ledger.count).toBe(30);
      await ledger.compare(day.client);

      await day.browser.stopBackground();
      await search(day);
      await edit(day);
      await remove(day);
      await changeMany(day, library);
      await restore(day, library);
      await ledger.compare(day.client);

      await day.browser.close();
      const { client, popup } = await start();
      await popup.waitFor(() => document.querySelector('footer')?.textContent?.includes('memor'));
      expect(await popup.text('footer')).toContain(`${ledger.count} memories`);
      await ledger.compare(client);
      report(`A day of use by ${name} in ${browserKind()}: ${Math.round((performance.now() - begun) / 1000)} s`);
    },
  );
});

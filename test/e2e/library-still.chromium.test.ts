import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { saveAll } from '../../scripts/harness/client.ts';
import { waitForControl } from '../support/day-of-use/controls.ts';
import { selectionRegion } from '../support/day-of-use/hand.ts';

let browser: ChromiumBrowser;
let popup: Page;

beforeAll(async () => {
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  popup = await browser.newPage(browser.address('popup.html'));
});

afterAll(() => browser?.close());

test('the actions for selected memories don’t move under the pointer when a line about indexing appears', async () => {
  await saveAll(popup, [{ content: 'A heron.' }]);
  const library = await browser.newPage(browser.address('library.html'));
  await waitForControl(library, { name: { part: 'A heron.' }, kind: 'row' });
  await library.press('ArrowDown');
  await library.press('x');
  const move = { name: 'Move', within: selectionRegion };
  const before = await waitForControl(library, move);
  const long = 'Herons stand in the shallow water and wait for fish. '.repeat(60);
  await saveAll(
    popup,
    Array.from({ length: 40 }, (_, number) => ({ content: `${number} ${long}` })),
  );
  await waitForControl(library, { name: 'Pause', kind: 'button' });
  const after = await waitForControl(library, move);
  expect([after.x, after.y]).toEqual([before.x, before.y]);
});

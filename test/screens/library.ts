import { launchChromium } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { waitForText as waitForTextOn } from '../support/transfer.ts';
import { largeWindow } from './pictures.ts';
import { samples } from './samples.ts';
import { statePictures, type Conditions } from './states.ts';

/** Chromium’s side panel at its initial width. */
const ofPanel: Conditions = {
  usual: [
    { width: 360, height: 900 },
    { width: 360, height: 900, theme: 'dark' },
  ],
  extreme: [],
};

/** For docs/ui.md: the library, the welcome page and the settings, all with the real engine. */
export async function libraryPictures(): Promise<void> {
  const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: [largeWindow] });
  const shootState = statePictures(browser);
  try {
    const client = clientThrough(await browser.newPage(browser.address('popup.html')));
    const page = await browser.newPage(browser.address('welcome.html'));
    const waitForText = (selector: string, text: string) => waitForTextOn(page, text, selector);
    const go = async (hash: string, selector: string) => {
      await page.goto('about:blank');
      await page.goto(browser.address('library.html') + hash);
      await page.waitFor((wanted) => document.querySelector(wanted), selector);
    };

    await page.waitFor(() => document.querySelector('.step'));
    await shootState(page, 'welcome');
    await go('', '.message');
    await shootState(page, 'library-begin');
    await go('#trash', '.message');
    await shootState(page, 'library-trash-empty');
    await go('#collections', '.new-collection');
    await shootState(page, 'library-collections-none');

    const home = await client.collections.create({ name: 'House' });
    for (const { tags, ...sample } of samples)
      await client.memories.create({ ...sample, tags, ...(tags.includes('home') && { collection: home.id }) });
    await go('', '.memory');
    await shootState(page, 'library-memories');
    await page.click('.memory-text');
    await page.waitFor(() => document.querySelector('.facts time'));
    await shootState(page, 'library-read');
    await page.press('e');
    await page.waitFor(() => document.querySelector('.pane textarea'));
    await shootState(page, 'library-edit');
    await go('#memories?tag=home', '.chip');
    await shootState(page, 'library-filtered');
    await go('#memories?tag=nothing', '.message');
    await shootState(page, 'library-filtered-none');
    await go('#memories?q=xylophone', '.message');
    await shootState(page, 'library-search-none');
    await go('', '.memory');
    await page.press('ArrowDown');
    await page.press('x');
    await page.press('Shift+ArrowDown');
    await page.press('#');
    await page.waitFor(() => document.querySelector('.bulk-form'));
    await shootState(page, 'library-selected');
    await page.press('Escape');
    await page.press('Control+k');
    await page.waitFor(() => document.querySelector('.action-list')?.hasAttribute('open'));
    await shootState(page, 'library-actions');
    await page.press('Escape');
    await go('', '.memory');
    await shootState(page, 'library-panel', { of: ofPanel });
    await page.click('.memory-text');
    await page.waitFor(() => document.querySelector('.facts time'));
    await shootState(page, 'library-panel-read', { of: ofPanel });
    await go('#collections', '.tag-list li');
    await shootState(page, 'library-collections');
    const { memories } = await client.memories.list({ limit: 2 });
    for (const { id } of memories) await client.memories.delete(id);
    await go('#trash', '.item');
    await shootState(page, 'library-trash');
    const text = samples[1]!.content;
    await client.memories.create({ content: text, url: samples[1]!.url });
    await client.memories.create({ content: `${text} Mind the carpet.`, url: samples[1]!.url });
    await go('#duplicates', '.part-act button');
    await page.click('.part-act button');
    await page.waitFor(() => document.querySelector('.pair'));
    await waitForText('.notices', 'found');
    await shootState(page, 'library-duplicates');
    await page.goto(browser.address('options.html'));
    await page.waitFor(() => document.querySelector('.shortcuts'));
    await shootState(page, 'settings');
  } finally {
    await browser.close();
  }
}

import { join } from 'node:path';
import { launchChromium, serve, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { fineScreen, leave, popupPicture, sheets } from './pictures.ts';
import { letter, newerSamples, samples } from './samples.ts';

/** The pictures in docs/ui.md. */
const inDocs = [
  'first-run',
  'recent',
  'search',
  'search-by-meaning',
  'selected',
  'row-actions',
  'reading',
  'edit',
  'actions',
  'keys',
  'deleted',
  'suggestions',
  'filters',
  'before-save',
  'writing',
  'saved',
  'already-saved',
];

/** The built popup, from the first run to a save; one picture is for the README. */
export async function popupPictures(): Promise<void> {
  const site = await serve({ '/': letter });
  const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: [fineScreen] });
  try {
    const own = await browser.newPage(browser.address('popup.html'));
    const page = await browser.newPage(site.origin);
    const open = async () => {
      const popup = await browser.openPopup(page);
      await popup.waitFor(
        () => document.querySelector('.footer')?.textContent?.includes('memor') && document.querySelector('.save-kind'),
      );
      return popup;
    };
    const waitForStatus = (popup: ChromiumPage, words: string) =>
      popup.waitFor((wanted) => document.querySelector('.status-words')?.textContent === wanted, words);

    const select = () =>
      page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('#words') as Element));
    await select();
    let popup = await open();
    await popupPicture(popup, 'first-run');
    await popup.close();

    const client = clientThrough(own);
    for (const sample of [...samples, ...newerSamples]) await client.memories.create(sample);
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
    popup = await open();
    await popupPicture(popup, 'recent');
    await popup.type('[data-search]', 'hotel in Portugal');
    await waitForStatus(popup, '1 memory found');
    await popupPicture(popup, 'search-by-meaning');
    await popup.screenshot(join('docs', 'images', 'popup.png'));
    await popup.click('.search .button');
    await popup.type('[data-search]', 'okafor boiler');
    await waitForStatus(popup, '1 memory found');
    await popupPicture(popup, 'search');
    await popup.press('ArrowDown');
    await popupPicture(popup, 'selected');
    await popup.press('Tab');
    await popup.waitFor(() => document.activeElement?.matches('.action'));
    await popupPicture(popup, 'row-actions');
    await popup.press('Shift+Tab');
    await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
    await popup.press('Enter');
    await popup.waitFor(() => document.querySelector('.reader-text'));
    await popupPicture(popup, 'reading');
    await popup.press('Control+k');
    await popup.waitFor(() => document.querySelector('.action-list')?.hasAttribute('open'));
    await popupPicture(popup, 'actions');
    await popup.press('Escape');
    await popup.press('Escape');
    await popup.waitFor(() => document.querySelector('.reader') === null);
    await popup.press('e');
    await popupPicture(popup, 'edit');
    await popup.press('Escape');
    await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
    await popup.press('Delete');
    await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Deleted'));
    await popupPicture(popup, 'deleted');
    await popup.press('Control+z');
    await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Undone'));
    // The notice would cover the footer of the next pictures.
    await popup.waitFor(() => document.querySelector('.notice') === null);
    await popup.press('?');
    await popupPicture(popup, 'keys');
    await popup.press('Escape');
    await popup.press('/');
    await popup.click('.search .button');
    await popup.type('[data-search]', 'boiler #ho');
    await popup.waitFor(() => document.querySelector('.suggestions [role=option]'));
    await popupPicture(popup, 'suggestions');
    await popup.press('Enter');
    await popup.type('[data-search]', ' -sourdough "address book"');
    await popup.waitFor(() => document.querySelectorAll('.filter-chips .chip').length === 3);
    await popup.waitFor(
      () =>
        document.querySelector('.memories')?.getAttribute('aria-busy') === 'false' &&
        document.querySelector('.status-words')?.textContent?.includes('found'),
    );
    await popupPicture(popup, 'filters');
    await leave(popup);

    await select();
    popup = await open();
    await popupPicture(popup, 'before-save');
    await popup.click('.save-text');
    await popup.waitFor(() => document.querySelector('.save textarea'));
    await popupPicture(popup, 'writing');
    await popup.press('Escape');
    await popup.click('.save-do');
    await popup.waitFor(() => document.querySelector('.memory-saved'));
    await popupPicture(popup, 'saved');
    await popup.close();
    popup = await browser.openPopup(page);
    await popup.waitFor(() => document.querySelector('.save-already'));
    await popupPicture(popup, 'already-saved');
    await popup.close();
    await sheets(browser, inDocs, 'popup-');
  } finally {
    await browser.close();
    await site.close();
  }
}

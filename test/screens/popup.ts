import { join } from 'node:path';
import { launchChromium, serve, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/kept.ts';
import { fineScreen, picture } from './pictures.ts';
import { letter, samples } from './samples.ts';

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
    const found = (popup: ChromiumPage, words: string) =>
      popup.waitFor((wanted) => document.querySelector('.status-words')?.textContent === wanted, words);

    await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('#words') as Element));
    let popup = await open();
    await picture(popup, 'first-run');
    await popup.close();

    const client = clientThrough(own);
    for (const sample of samples) await client.memories.create(sample);
    popup = await open();
    await picture(popup, 'recent');
    await popup.type('[data-search]', 'that quiet hotel in Portugal');
    await found(popup, '1 memory found');
    await picture(popup, 'search-by-meaning');
    await popup.screenshot(join('docs', 'images', 'popup.png'));
    await popup.click('.search .button');
    await popup.type('[data-search]', 'okafor boiler');
    await found(popup, '2 memories found');
    await picture(popup, 'search');
    await popup.press('ArrowDown');
    await picture(popup, 'selected');
    await popup.press('e');
    await picture(popup, 'edit');
    await popup.press('Escape');
    await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
    await popup.press('Delete');
    await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Deleted'));
    await picture(popup, 'deleted');
    await popup.press('Control+z');
    await popup.press('?');
    await picture(popup, 'keys');
    await popup.close();

    popup = await open();
    await popup.click('.save .primary');
    await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
    await picture(popup, 'saved');
  } finally {
    await browser.close();
    await site.close();
  }
}

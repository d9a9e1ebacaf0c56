import { launchChromium, serve, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { waitUntilIndexed } from '../support/indexing.ts';
import { fineScreen, popupPicture, sheets } from './pictures.ts';
import { newerSamples, samples } from './samples.ts';

const guide =
  '<!doctype html><html lang="en"><title>Orchid guide</title><article><h1>Orchid guide</h1><p>Phalaenopsis blooms in winter, if its nights are cool.</p><p id="words">Water it once a week, in the morning, and never leave water in the leaves.</p></article>';

/** The popup over a page that was saved before and has changed since, and the help for a filter that is being typed. */
export async function popupUpdatePictures(): Promise<void> {
  const site = await serve({ '/': guide });
  const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: [fineScreen] });
  try {
    const own = await browser.newPage(browser.address('popup.html'));
    const page = await browser.newPage(site.origin);
    const client = clientThrough(own);
    for (const sample of [...samples, ...newerSamples]) await client.memories.create(sample);
    const about = { url: `${site.origin}/`, title: 'Orchid guide', createdAt: samples[3]!.createdAt };
    await client.memories.create({
      ...about,
      content: '# Orchid guide\n\nPhalaenopsis blooms in spring.',
      capture: { kind: 'page' },
    });
    await waitUntilIndexed(own);
    const open = async (selector: string): Promise<ChromiumPage> => {
      const popup = await browser.openPopup(page);
      await popup.waitFor(
        (wanted) => document.querySelector('.footer')?.textContent?.includes('memor') && document.querySelector(wanted),
        selector,
      );
      return popup;
    };

    let popup = await open('.save-already');
    await popupPicture(popup, 'update');
    await popup.click('.read-button');
    await popup.waitFor(() => document.querySelector<HTMLDialogElement>('.preview')?.open);
    await popupPicture(popup, 'update-text');
    await popup.close();

    await client.memories.create({
      ...about,
      content: 'Water it once a week, in the morning.',
      capture: { kind: 'selection', quote: { prefix: 'cool.', suffix: '' } },
    });
    await client.memories.create({
      ...about,
      content: 'Orchids want rain water.',
      capture: { kind: 'selection', quote: { prefix: '', suffix: '' } },
    });
    await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('#words')!));
    // Waits, so that no picture shows the line about indexing.
    await waitUntilIndexed(own);
    popup = await open('.save-update');
    await popupPicture(popup, 'update-selection');
    await popup.click('.quotes-button');
    await popup.waitFor(() => document.querySelector('.quote-missing') && document.querySelector('.notice'));
    await popupPicture(popup, 'quote-missing');
    // A real click would leave the pointer over a button of the footer.
    await popup.evaluate(() => document.querySelector<HTMLElement>('.notice .button')?.click());
    await popup.type('[data-search]', 'orchid before:');
    await popup.waitFor(() => document.querySelector('.suggestions-help'));
    await popupPicture(popup, 'operators');
    await popup.close();
    await sheets(browser, ['update', 'update-text', 'operators', 'update-selection', 'quote-missing'], 'popup-');
  } finally {
    await browser.close();
    await site.close();
  }
}

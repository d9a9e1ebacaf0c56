import { launchChromium } from '../../scripts/browsers/index.ts';
import { servePlayground } from '../playground/serve.ts';
import { editOn, pressAndSettle, saveOn } from '../support/playground.ts';
import { fineScreen, picture } from './pictures.ts';
import { statePictures } from './states.ts';

/** The sync playground: empty, with a conflict (the picture in docs/sync.md), and with a question to the user. */
export async function syncPictures(): Promise<void> {
  const playground = await servePlayground();
  const browser = await launchChromium({ arguments: [fineScreen] });
  try {
    const page = await browser.newPage(playground.url);
    await page.waitFor(() => document.querySelector('h1') !== null);
    await picture(page, 'sync-playground-empty');
    await saveOn(page, 'laptop', 'Orchids: water once a week');
    await saveOn(page, 'laptop', 'Anna’s train: 9:40');
    await saveOn(page, 'desktop', 'Soup: leeks, potatoes, cream');
    await pressAndSettle(page, 'Sync until nothing is left to do');
    await pressAndSettle(page, 'Back up');
    await editOn(page, 'laptop', 1, 'Anna’s train: 10:10');
    await editOn(page, 'desktop', 1, 'Anna’s train: 9:40, platform 2');
    await pressAndSettle(page, 'Sync until nothing is left to do');
    await saveOn(page, 'laptop', 'Ladder: lent to Ben');
    await statePictures(browser)(page, 'sync-playground', {
      of: {
        usual: [
          { width: 1120, height: 900 },
          { width: 320, height: 900, theme: 'dark' },
        ],
        extreme: [],
      },
    });
    await page.puppeteer.setViewport(null);
    await picture(page, 'sync-playground');
    for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'])
      await saveOn(page, 'laptop', text);
    await pressAndSettle(page, 'Sync until nothing is left to do');
    await pressAndSettle(page, 'Restore the backup');
    await pressAndSettle(page, 'Sync until nothing is left to do');
    await picture(page, 'sync-playground-question');
  } finally {
    await browser.close();
    await playground.close();
  }
}

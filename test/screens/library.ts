import { launchChromium } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/kept.ts';
import { fineScreen, picture } from './pictures.ts';
import { samples } from './samples.ts';

const sizes = { wide: [1440, 900], side: [360, 800], least: [320, 700] } as const;

/** The library in the extension, in a tab and as narrow as a side panel. */
export async function libraryPictures(): Promise<void> {
  const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: [fineScreen] });
  try {
    const page = await browser.newPage(browser.address('library.html'));
    const own = await browser.newPage(browser.address('popup.html'));
    const client = clientThrough(own);
    await page.puppeteer.bringToFront();
    const both = async (name: string) => {
      for (const [size, [width, height]] of Object.entries(sizes)) {
        await page.puppeteer.setViewport({ width, height, deviceScaleFactor: 2 });
        await picture(page, `library-${name}-${size}`);
      }
      const [width, height] = sizes.wide;
      await page.puppeteer.setViewport({ width, height, deviceScaleFactor: 2 });
    };

    await page.waitFor(() => document.querySelector('.message'));
    await both('begin');
    const home = await client.collections.create({ name: 'House' });
    for (const { tags, ...sample } of samples)
      await client.memories.create({ ...sample, tags, ...(tags.includes('home') && { collection: home.id }) });
    await page.reload();
    await page.waitFor(() => document.querySelectorAll('.memory').length > 3);
    await both('memories');
    await page.click('.memory-text');
    await page.waitFor(() => document.querySelector('.facts time'));
    await both('read');
  } finally {
    await browser.close();
  }
}

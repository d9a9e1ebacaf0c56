import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { launchBrowser, missingForDisplay, openDisplay } from '../../scripts/browsers/index.ts';

test.skipIf(missingForDisplay().length > 0)('a browser on a virtual screen gets a trusted right click', async () => {
  const display = await openDisplay();
  const browser = await launchBrowser({
    extension: resolve('scripts/browsers/sample-extension'),
    headless: false,
    env: { DISPLAY: display.name },
  });
  try {
    const page = await browser.newPage(browser.address('popup.html'));
    await page.bringToFront();
    const [x, y] = await page.evaluate(() => {
      document.addEventListener('contextmenu', (event) => {
        document.title = `right click, trusted: ${event.isTrusted}`;
      });
      const box = document.querySelector('h1')!.getBoundingClientRect();
      return [screenX + box.left + 5, screenY + (outerHeight - innerHeight) + box.top + 5].map(Math.round);
    });
    await display.xdotool(`mousemove ${x} ${y} click 3`);
    expect(await page.waitFor(() => document.title.startsWith('right') && document.title)).toBe(
      'right click, trusted: true',
    );
  } finally {
    await browser.close();
    await display.close();
  }
});

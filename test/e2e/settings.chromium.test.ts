import { expect, test } from 'vitest';
import { launchChromium } from '../../scripts/browsers/index.ts';

test.each([
  ['settings button', 'click'],
  ['comma key', 'press'],
])('the popup opens the settings with the %s', async (_, way) => {
  const browser = await launchChromium();
  try {
    const popup = await browser.newPage(browser.address('popup.html'));
    const { puppeteer } = popup;
    const opened = puppeteer.browser().waitForTarget((target) => target.url().includes('options.html'));
    await popup.text('.footer p');
    if (way === 'press') await popup.press('Tab');
    // The popup closes itself, maybe before the key or button is released. Then the press or click fails.
    await (way === 'click' ? popup.click('.top > .button') : popup.press(',')).catch(() => undefined);
    const settings = await (await opened).page();
    await settings?.waitForSelector('.model');
    expect(await settings?.$eval('h1', (title) => title.textContent)).toBe('Settings');
  } finally {
    await browser.close();
  }
});

import { expect, test } from 'vitest';
import { launchChromium } from '../support/browsers/index.ts';

test.each([
  ['its button', 'click'],
  ['its key', 'press'],
])('the popup opens the settings by %s', async (_, way) => {
  const browser = await launchChromium();
  try {
    const popup = await browser.newPage(browser.address('popup.html'));
    const { puppeteer } = popup;
    const opened = puppeteer.browser().waitForTarget((target) => target.url().includes('options.html'));
    await popup.text('.footer p');
    if (way === 'click') await popup.click('.top > .button');
    else {
      await popup.press('Tab');
      await popup.press(',');
    }
    const settings = await (await opened).page();
    await settings?.waitForSelector('.model');
    expect(await settings?.$eval('h1', (title) => title.textContent)).toBe('Settings');
  } finally {
    await browser.close();
  }
});

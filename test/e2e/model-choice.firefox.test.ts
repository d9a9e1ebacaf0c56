import { expect, test } from 'vitest';
import { bundled } from '../../src/embed/registry.ts';
import { launchFirefox } from '../../scripts/browsers/index.ts';
import { cardWithText, modelNamesOn } from '../support/model-cards.ts';

test('Firefox lists only the bundled model, since web-llm needs Chromium', async () => {
  const browser = await launchFirefox();
  try {
    const settings = await browser.newPage(browser.address('options.html'));
    await cardWithText(settings, bundled.model.name, 'In use');
    expect(await modelNamesOn(settings)).toEqual([bundled.model.name]);
  } finally {
    await browser.close();
  }
});

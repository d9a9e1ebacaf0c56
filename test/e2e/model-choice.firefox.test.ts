import { expect, test } from 'vitest';
import { arcticM, arcticS } from '../../src/embed/webllm/models.ts';
import { launchFirefox } from '../support/browsers/index.ts';
import { cardThat } from '../support/model-cards.ts';

test('Firefox shows that models by web-llm are not for it', async () => {
  const browser = await launchFirefox();
  try {
    const settings = await browser.newPage(browser.address('options.html'));
    for (const { model } of [arcticS, arcticM]) {
      expect(await cardThat(settings, model.name, 'Not available here')).toEqual({ text: expect.stringContaining('It is part of the extension for Chromium only.'), buttons: [] });
    }
  } finally {
    await browser.close();
  }
});

import { launchChromium, serve } from '../../scripts/browsers/index.ts';
import { listFailure, memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine, type StandInAnswer } from '../support/stand-in-engine.ts';
import { fineScreen, popupPicture, sheets } from './pictures.ts';
import { letter } from './samples.ts';

const few = recent([1, 2, 3].map((number) => memory(number)));

/** The engine's responses, by picture name. */
const failing: Record<string, StandInAnswer[]> = {
  loading: [{ method: 'GET', path: '/v1/memories', afterMs: 60_000, status: 200, body: {} }],
  error: [usage(3), listFailure],
  refused: [
    {
      method: 'GET',
      path: '/v1/',
      status: 503,
      body: { error: { code: 'unavailable', message: 'Commonplace couldn’t open its memories.' } },
    },
  ],
  full: [
    usage(3),
    ...few,
    { method: 'POST', path: '/v1/memories', status: 507, body: { error: { code: 'storage_full', message: 'full' } } },
  ],
  'nothing-found': [
    usage(3),
    ...few,
    {
      method: 'POST',
      path: '/v1/memories/search',
      status: 200,
      body: { memories: [], mode: 'hybrid', coverage: 1 },
    },
  ],
};

/** The popup if the engine is slow, fails or finds nothing. */
export async function popupFailurePictures(): Promise<void> {
  const site = await serve({ '/': letter });
  for (const [name, answers] of Object.entries(failing)) {
    const browser = await launchChromium({
      extension: extensionWithEngine('chromium', answers),
      arguments: [fineScreen],
    });
    try {
      const popup = await browser.openPopup(await browser.newPage(site.origin));
      await popup.waitFor(() => document.querySelector('.skeleton, .message, [data-row]'));
      if (name === 'full') {
        await popup.press('Enter');
        await popup.waitFor(() => document.querySelector('.notice'));
      }
      if (name === 'nothing-found') {
        await popup.type('[data-search]', 'xylophone');
        await popup.waitFor(() => document.querySelector('.message'));
      }
      await popupPicture(popup, name);
      await popup.close();
      await sheets(browser, [name], 'popup-');
    } finally {
      await browser.close();
    }
  }
  await site.close();
}

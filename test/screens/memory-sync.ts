import type { MemorySync } from '../../src/lib/sync.ts';
import { launchChromium } from '../../scripts/browsers/index.ts';
import { engineState, noSyncState, syncServer } from '../support/engine-control.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';
import { largeWindow } from './pictures.ts';
import { samples } from './samples.ts';
import { ofPopups, statePictures } from './states.ts';

const opened = { ...memory(1, samples[1]!.content), tags: ['home'] };
const answers = [
  usage(1),
  { method: 'GET', path: `/v1/memories/${opened.id}`, status: 200, body: opened },
  ...recent([opened]),
];
const server = { ...syncServer, address: 'https://memories.example.org' };
const states: Record<string, MemorySync> = {
  waiting: { kind: 'waiting' },
  refused: { kind: 'refused', reason: 'A memory on this server may have at most 16 tags.' },
};

const versions = [
  {
    at: '2026-11-25T10:12:00.000Z',
    content: 'Bleed the radiators each autumn, start at the lowest.',
    tags: ['home'],
    title: 'Heating, before winter',
    url: 'https://heating.example/radiators',
  },
  { at: '2026-11-24T18:40:00.000Z', content: 'Bleed the radiators each autumn.', tags: [], title: null, url: null },
];

/** An open memory with its sync status, in the library (also with its earlier versions) and in the popup. */
export async function memorySyncPictures(): Promise<void> {
  for (const [name, memorySync] of Object.entries(states)) {
    const state = engineState({ sync: { ...noSyncState, server } });
    const browser = await launchChromium({
      extension: extensionWithEngine('chromium', answers, { state, memorySync, versions }),
      arguments: [largeWindow],
    });
    try {
      const page = await browser.newPage(`${browser.address('library.html')}#memories/${opened.id}`);
      await page.waitFor(() => document.querySelectorAll('.facts > div').length > 3);
      await page.waitFor(() => {
        const [first] = document.querySelectorAll<HTMLDetailsElement>('.earlier-version');
        if (first) first.open = true;
        return first;
      });
      await statePictures(browser)(page, `library-sync-${name}`);
      await page.goto(browser.address('popup.html'));
      await page.waitFor(() => document.querySelector('[data-row]'));
      await page.press('ArrowDown');
      await page.press('Enter');
      await page.waitFor(() => document.querySelector('.reader-text'));
      // The sync status arrives a moment after the text.
      await new Promise((resolve) => setTimeout(resolve, 600));
      await statePictures(browser)(page, `popup-sync-${name}`, { of: ofPopups });
    } finally {
      await browser.close();
    }
  }
}

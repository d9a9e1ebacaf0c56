import { launchChromium } from '../../scripts/browsers/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { buildForBench } from '../chromium/extension.ts';
import { patiently } from '../chromium/patient.ts';
import { find } from './find.ts';
import type { OpenLibrary } from './run.ts';
import { save } from './through-client.ts';

export async function inChromium(): Promise<OpenLibrary> {
  const extension = await buildForBench();
  return async (documents, mode) => {
    const browser = await launchChromium({ extension });
    const client = clientThrough(await browser.newPage(browser.address('popup.html')));
    const positions = await save(client, documents, mode);
    return { find: (text) => patiently(() => find(client, positions, text, mode)), close: () => browser.close() };
  };
}

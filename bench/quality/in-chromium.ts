import { setTimeout } from 'node:timers/promises';
import type { Commonplace } from '../../src/client/index.ts';
import { launchChromium } from '../../test/support/browsers/index.ts';
import { clientThrough } from '../../test/support/harness/kept.ts';
import { limits } from '../../src/v1/limits.ts';
import { builtForBench } from '../chromium/extension.ts';
import { inBatches, patiently } from '../chromium/patient.ts';
import { find } from './find.ts';
import type { OpenLibrary } from './run.ts';

/** The built extension in a fresh profile of real Chromium. All goes through the service: a document longer than a memory may be is cut. */
export async function inChromium(): Promise<OpenLibrary> {
  const extension = await builtForBench();
  return async (documents, mode) => {
    const browser = await launchChromium({ extension });
    const client = clientThrough(await browser.newPage(browser.address('popup.html')));
    const positions = new Map<string, number>();
    await inBatches(100, documents, async ([position, text]) => {
      const { id } = await patiently(() => client.memories.create({ content: cut(text) }));
      positions.set(id, position);
    });
    if (mode !== 'keyword') await untilRead(client);
    return { find: (text) => patiently(() => find(client, positions, text, mode)), close: () => browser.close() };
  };
}

/** How long the model may take to read one memory more. */
const patienceMs = 120_000;

/** Waits until the model has read everything. */
async function untilRead(client: Commonplace): Promise<void> {
  let [last, since] = [-1, Date.now()];
  while (last < 1) {
    const { coverage } = await patiently(() => client.memories.search({ query: 'anything at all', limit: 1 }));
    if (coverage > last) [last, since] = [coverage, Date.now()];
    else if (Date.now() - since > patienceMs) throw new Error(`The model has read ${(last * 100).toFixed(1)} % of the memories and reads no more.`);
    await setTimeout(500);
  }
}

/** As much as one memory may hold. */
function cut(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= limits.contentBytes ? text : new TextDecoder().decode(bytes.subarray(0, limits.contentBytes)).replace(/\uFFFD$/, '');
}

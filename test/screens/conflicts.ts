import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import type { Client } from '../../src/client/index.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { EngineState } from '../../src/client/engine-control.ts';
import { wakeBackground } from '../support/capture.ts';
import { engineState } from '../support/engine-control.ts';
import { addToInbox } from '../support/inbox.ts';
import { waitUntilIndexed } from '../support/indexing.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';
import { largeWindow } from './pictures.ts';
import { samples } from './samples.ts';
import { statePictures, variants, type Variant } from './states.ts';

const popupSize = { width: 400, height: 560 };
const popupThemes: Variant[] = [popupSize, { ...popupSize, theme: 'dark' }];
const popupVariants: Record<string, Variant[]> = {
  // At a zoom of 200 %, the browser gives the popup at most 400 × 300 px.
  zoom: [{ width: 400, height: 300 }],
  rtl: [{ ...popupSize, dir: 'rtl' }],
  contrast: popupThemes.map((one) => ({ ...one, features: [{ name: 'forced-colors', value: 'active' }] })),
};

/**
 * For docs/ui.md: the popup and the welcome page in extreme conditions, and states in which something went wrong or
 * nothing was found.
 */
export async function extremePictures(): Promise<void> {
  await statesOfRealEngine();
  await lostDatabaseStates();
}

async function statesOfRealEngine(): Promise<void> {
  const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: [largeWindow] });
  const shootState = statePictures(browser);
  try {
    const page = await browser.newPage(browser.address('welcome.html'));
    await page.waitFor(() => document.querySelector('.step'));
    for (const [name, sizes] of Object.entries(variants)) await shootState(page, `welcome-${name}`, sizes);

    const own = await browser.newPage(browser.address('popup.html'));
    const client = clientThrough(own);
    for (const sample of samples) await client.memories.create(sample);
    await waitUntilIndexed(own);
    await own.reload();
    await own.waitFor(() => document.querySelector('.memory'));
    for (const [name, sizes] of Object.entries(popupVariants)) await shootState(own, `popup-recent-${name}`, sizes);
    await own.press('ArrowDown');
    await own.press('Enter');
    await own.waitFor(() => document.querySelector('.reader-text'));
    await shootState(
      own,
      'popup-reading-still',
      popupThemes.map((one) => ({ ...one, features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })),
    );
    const conflicting = await editConflict(own, client);
    await shootState(own, 'popup-changed', popupThemes);
    // Otherwise the next pictures would show a draft, and the same words twice.
    await own.click('.editor-theirs .button');
    await own.waitFor(() => document.querySelector('.editor') === null);
    await client.memories.update(conflicting.id, { content: conflicting.content });
    await own.reload();
    await own.waitFor(() => document.querySelector('.memory'));
    await addUndecided(browser, own);
    await shootState(own, 'popup-undecided', popupThemes);

    await page.goto(browser.address('library.html#memories?tag=home&q=xylophone'));
    await page.waitFor(() => document.querySelector('.message'));
    await shootState(page, 'library-search-none-within');
    await page.goto('about:blank');
    await page.goto(browser.address('library.html'));
    await page.waitFor(() => document.querySelector('.memory'));
    await page.press('ArrowDown');
    await editConflict(page, client);
    await shootState(page, 'library-changed');
  } finally {
    await browser.close();
  }
}

/** Edits the newest memory, the current one on the page, while it is changed elsewhere. Returns it as it was before. */
async function editConflict(page: ChromiumPage, client: Client): Promise<Memory> {
  await page.press('e');
  await page.waitFor(() => document.querySelector('.editor textarea'));
  const [newest] = (await client.memories.list({ limit: 1 })).memories;
  await client.memories.update(newest!.id, { content: `${newest!.content} Ask at the desk.` });
  await page.type('.editor textarea', ' Call before nine.');
  await page.press('Control+Enter');
  await page.waitFor(() => document.querySelector('.editor-theirs'));
  return newest!;
}

/** Makes the popup show a save that has waited so long that the user must decide about it. */
async function addUndecided(browser: ChromiumBrowser, own: ChromiumPage): Promise<void> {
  await addToInbox(own, 'The ferry leaves at nine from the old harbour.', { createdAt: Date.now() - 7 * 86_400_000 });
  await browser.stopBackground();
  await wakeBackground(browser);
  await own.reload();
  await own.waitFor(() => document.querySelector('.undecided li'));
}

/** The states after the browser has lost the database or can't open it, by picture name. */
const lostDatabase: Record<string, Partial<EngineState>> = {
  'popup-read-only': { isReadOnly: true },
  'popup-restored': {
    restored: {
      at: new Date().toISOString(),
      memories: 810,
      complete: false,
      damaged: false,
      before: { memories: 812, missingChanges: 2 },
    },
  },
};

async function lostDatabaseStates(): Promise<void> {
  const answers = [usage(3), ...recent([1, 2, 3].map((number) => memory(number)))];
  for (const [name, changed] of Object.entries(lostDatabase)) {
    const extension = extensionWithEngine('chromium', answers, { state: engineState(changed) });
    const browser = await launchChromium({ extension, arguments: [largeWindow] });
    try {
      const page = await browser.newPage(browser.address('popup.html'));
      await page.waitFor(() => document.querySelector('.memory') && document.querySelector('.notice'));
      await statePictures(browser)(page, name, popupThemes);
    } finally {
      await browser.close();
    }
  }
}

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
import { ofPopups, statePictures, zoomedPopup } from './states.ts';

/** For docs/ui.md: edits that conflict, saves that wait for a decision, and a database that is lost. */
export async function conflictPictures(): Promise<void> {
  await statesOfRealEngine();
  await lostDatabaseStates();
}

async function statesOfRealEngine(): Promise<void> {
  const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: [largeWindow] });
  const shootState = statePictures(browser);
  try {
    const own = await browser.newPage(browser.address('popup.html'));
    const client = clientThrough(own);
    for (const sample of samples) await client.memories.create(sample);
    await waitUntilIndexed(own);
    await own.reload();
    await own.waitFor(() => document.querySelector('.memory'));
    await shootState(own, 'popup-recent-zoom', { of: { usual: [zoomedPopup], extreme: [] } });
    await own.press('ArrowDown');
    await own.press('Enter');
    await own.waitFor(() => document.querySelector('.reader-text'));
    const still = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
    await shootState(own, 'popup-reading-still', {
      of: { usual: ofPopups.usual.map((one) => ({ ...one, features: still })), extreme: [] },
    });
    const conflicting = await editConflict(own, client);
    await shootState(own, 'popup-changed', { of: ofPopups });
    // Discards the draft and undoes the change: the next pictures must not show either, and both are made again below.
    await own.click('.editor-theirs .button');
    await own.waitFor(() => document.querySelector('.editor') === null);
    await client.memories.update(conflicting.id, { content: conflicting.content });
    await own.reload();
    await own.waitFor(() => document.querySelector('.memory'));
    await addUndecided(browser, own);
    await shootState(own, 'popup-undecided', { of: ofPopups });

    const page = await browser.newPage(browser.address('library.html#memories?tag=home&q=xylophone'));
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
      await statePictures(browser)(page, name, { of: ofPopups });
    } finally {
      await browser.close();
    }
  }
}

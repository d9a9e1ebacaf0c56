import { launchChromium } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { pressButton, waitForText } from '../support/transfer.ts';
import { samples } from './samples.ts';
import { statePictures } from './states.ts';

/**
 * For docs/ui.md: the sections of the settings that need no stand-in engine, and the welcome page and the library after
 * an action.
 */
export async function sectionPictures(): Promise<void> {
  const browser = await launchChromium({
    extension: await extensionWithHarness('chromium'),
    arguments: ['--window-size=1600,1200'],
  });
  const shootState = statePictures(browser);
  try {
    const client = clientThrough(await browser.newPage(browser.address('popup.html')));
    const page = await browser.newPage(browser.address('welcome.html'));
    await page.waitFor(() => document.querySelector('.step'));
    await pressButton(page, 'Save');
    await page.waitFor(() => document.querySelector('.notice'));
    await shootState(page, 'welcome-saved');
    await page.click('.step .top ~ p button');
    await waitForText(page, 'found', '.status-words');
    await shootState(page, 'welcome-found');

    // Deletes the welcome page's example, which is also one of the samples.
    for (const { id } of (await client.memories.list()).memories) await client.memories.delete(id, { permanent: true });
    for (const sample of samples) await client.memories.create(sample);
    const go = async (hash: string, selector: string) => {
      await page.goto('about:blank');
      await page.goto(browser.address('library.html') + hash);
      await page.waitFor((wanted) => document.querySelector(wanted), selector);
    };
    await go('#memories?q=okafor%20boiler', '.divider');
    await shootState(page, 'library-search');
    await go('#duplicates', '.part-act button');
    await page.click('.part-act button');
    await waitForText(page, 'No duplicates found');
    await shootState(page, 'library-duplicates-none');
    await go('#collections', '.tag-list li');
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('.tag-list [aria-label*="repairs"]:not(.tag-name)')!.click(),
    );
    await page.waitFor(() => document.querySelector('.tag-list form input'));
    await page.type('.tag-list form input', 'home');
    await page.waitFor(() => document.querySelector('.tag-list form [role=status]')?.textContent !== '');
    await shootState(page, 'library-tag-merge');
    for (const { id } of (await client.memories.list({ limit: 2 })).memories) await client.memories.delete(id);
    await go('#trash', '.item');
    await pressButton(page, 'Empty the trash');
    await page.waitFor(() => document.querySelector('.confirm'));
    await shootState(page, 'library-trash-confirm');

    await page.goto(browser.address('options.html'));
    await page.waitFor(() => document.querySelector('.shortcuts'));
    for (const section of ['storage', 'privacy', 'about'])
      await shootState(page, `settings-${section}`, { part: `#${section}` });
    // Simulates that another extension has taken the popup's shortcut.
    await page.puppeteer.evaluateOnNewDocument(() => {
      const { chrome } = globalThis as unknown as { chrome: { commands: { getAll(): Promise<Command[]> } } };
      interface Command {
        name: string;
        shortcut: string;
      }
      const all = chrome.commands.getAll.bind(chrome.commands);
      chrome.commands.getAll = async () =>
        (await all()).map((one) => (one.name === '_execute_action' ? { ...one, shortcut: '' } : one));
    });
    await page.reload();
    await page.waitFor(() => document.querySelector('.shortcuts'));
    await shootState(page, 'settings-shortcuts-taken', { part: '#shortcuts' });
  } finally {
    await browser.close();
  }
}

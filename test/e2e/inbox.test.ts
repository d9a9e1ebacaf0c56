import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import {
  browserKind,
  launchBrowser,
  serve,
  until,
  type ChromiumBrowser,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { memoriesWith, memoryWith, wakeBackground } from '../support/capture.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { everySecondDay, killSecondsInAll, longProofMs, rounds } from '../support/rounds.ts';

/** The delay between click and kill grows by 1 ms with each click. Instead of reaching this limit, it returns to 0. */
const latestMs = 25;

interface Extension {
  action: { getBadgeText(details: object): Promise<string> };
  storage: { session: { get(): Promise<object> } };
}

describe('an extension killed between a click and the acknowledgement of the save', () => {
  const kind = browserKind();
  let browser: ExtensionBrowser;
  let own: Page;
  let page: Page;
  let client: Client;
  let site: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    site = await serve({ '/': '<!doctype html><title>A page</title><p>Words.</p>' });
    browser = await launchBrowser({ extension: await extensionWithHarness(kind) });
    own = await browser.newPage(browser.address('popup.html'));
    client = clientThrough(own);
    page = await browser.newPage(site.origin);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function kill(): Promise<void> {
    await browser.stopBackground();
    if (kind === 'chromium') await (browser as ChromiumBrowser).terminateEngine();
  }

  const badge = () =>
    own.evaluate(() => (globalThis as unknown as { chrome: Extension }).chrome.action.getBadgeText({}));

  /** The acknowledged saves. `storage.session` has a key for each, so that it can be undone. */
  const acknowledged = () =>
    own.evaluate(async () =>
      Object.keys(await (globalThis as unknown as { chrome: Extension }).chrome.storage.session.get()),
    );

  /** Saves by a click and kills the extension soon after. Returns whether it died before it acknowledged the save. */
  async function saveAndKill(click: number, before: Set<string>): Promise<boolean> {
    const text = `Plover number ${click}.`;
    const delayMs = click % latestMs;
    await browser.clickMenu({ menuItemId: 'save-selection', selectionText: text }, page);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await kill();
    const confirmed = (await acknowledged()).filter((id) => !before.has(id));
    confirmed.forEach((id) => before.add(id));
    await wakeBackground(browser);
    const where = `click ${click}, killed ${delayMs} ms after it`;
    await memoryWith(client, text).catch((cause: unknown) => {
      throw new Error(`lost after ${where}`, { cause });
    });
    await until('an empty inbox', async () => (await badge()) === '');
    expect(await memoriesWith(client, text), where).toHaveLength(1);
    return confirmed.length === 0;
  }

  test('saves the text once', { timeout: longProofMs }, async () => {
    const before = new Set<string>();
    let clicks = 0;
    for (const _ of rounds(`${kind}: killed before a save was acknowledged`, {
      count: 500,
      secondsInAll: killSecondsInAll,
      seconds: everySecondDay(kind === 'chromium' ? 'odd' : 'even', 3),
    })) {
      // Kills after the acknowledgement happen too, but don't count.
      while (!(await saveAndKill(++clicks, before)));
    }
    expect((await client.usage.read()).memories.used, 'one memory for each click, in the end').toBe(clicks);
  });
});

import { afterEach, expect, test } from 'vitest';
import { launchBrowser, temporaryFolder, type ExtensionBrowser } from '../support/browsers/index.ts';
import { extensionWithHarness, extensionWithoutJournal } from '../support/harness/index.ts';
import { clientThrough, textsTagged } from '../support/harness/kept.ts';
import { levelDbLog, tearRecords } from '../support/indexed-db.ts';

const tag = 'torn';

let browser: ExtensionBrowser | undefined;
afterEach(() => browser?.close());

/** Saves before and after a record is torn, each time killing the browser; answers what was acknowledged, what is left, and what LevelDB notes. */
async function tornInTheMiddle(extension: string): Promise<{ acknowledged: string[]; found: string[]; counted: number; log: string }> {
  const profile = temporaryFolder('torn');
  const acknowledged: string[] = [];
  const launch = async () => {
    browser = await launchBrowser({ extension, profile });
    const page = await browser.newPage(browser.address('popup.html'));
    return { page, client: clientThrough(page) };
  };
  for (const round of ['before', 'after']) {
    const { page, client } = await launch();
    // Other files come and go beside the journal's.
    await page.evaluate(async (name) => void (await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true })), round);
    for (let number = 1; number <= 3; number++) {
      const content = `Saved ${round} the fault, number ${number}.`;
      await client.memories.create({ content, tags: [tag] });
      acknowledged.unshift(content);
    }
    await browser?.kill();
    if (round === 'before') tearRecords(profile);
  }
  const { client } = await launch();
  const found = await textsTagged(client, tag);
  return { acknowledged, found, counted: (await client.usage()).memories.used, log: levelDbLog(profile) };
}

/** LevelDB's word for a database that it has to make. */
const madeAnew = /since it was missing/;

test('a torn record in the middle of its log makes Chromium delete all of the IndexedDB; every memory is brought back', async () => {
  const { acknowledged, found, counted, log } = await tornInTheMiddle(await extensionWithHarness('chromium'));
  expect(log).toMatch(madeAnew);
  expect(found).toEqual(acknowledged);
  expect(counted).toBe(acknowledged.length);
});

test('without a journal they would be lost', async () => {
  const { found, log } = await tornInTheMiddle(await extensionWithoutJournal('chromium'));
  expect(log).toMatch(madeAnew);
  expect(found).toEqual([]);
});

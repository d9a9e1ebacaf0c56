import { afterEach, expect, test } from 'vitest';
import { launchBrowser, temporaryFolder, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness, extensionWithoutJournal } from '../../scripts/harness/index.ts';
import { clientThrough, textsTagged } from '../../scripts/harness/client.ts';
import { callIn, connectWithConsent, serveSite } from '../../scripts/sites/index.ts';
import { reportLastUsed } from '../support/capture.ts';
import { ensureTornMidway, levelDbLog, removeManifest, tearRecords } from '../support/indexed-db.ts';
import { runsAll } from '../support/rounds.ts';
import { pressButton, savedText, waitForText } from '../support/transfer.ts';

const tag = 'torn';

let browser: ExtensionBrowser | undefined;
afterEach(() => browser?.close());

/**
 * Saves memories, kills the browser and tears a record of LevelDB's log, then saves more and kills again. Returns the
 * acknowledged saves. For the next start, also returns the saves found, the service's count of memories, and LevelDB's
 * messages.
 */
async function tearLogMidway(
  extension: string,
): Promise<{ acknowledged: string[]; found: string[]; counted: number; log: string }> {
  const profile = temporaryFolder('torn');
  const acknowledged: string[] = [];
  const launch = async () => {
    browser = await launchBrowser({ extension, profile });
    const page = await browser.newPage(browser.address('popup.html'));
    return { page, client: clientThrough(page) };
  };
  for (const round of ['before', 'after']) {
    const { page, client } = await launch();
    // Creates a file, which adds a record to the log of Chromium's database of file names. `tearRecords` tears that log
    // too, so the torn record has a whole one before and after it. Chromium may lose this file, but not the journal's
    // files.
    await page.evaluate(
      async (name) => void (await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true })),
      round,
    );
    for (let number = 1; number <= 3; number++) {
      const content = `Saved ${round} the fault, number ${number}.`;
      await client.memories.create({ content, tags: [tag] });
      acknowledged.unshift(content);
    }
    await browser?.kill();
    if (round === 'before') tearRecords(profile);
    else ensureTornMidway(profile);
  }
  const { client } = await launch();
  const found = await textsTagged(client, tag);
  return { acknowledged, found, counted: (await client.usage.read()).memories.used, log: levelDbLog(profile) };
}

/** What LevelDB logs when it creates a database. */
const createdDatabase = /since it was missing/;

test('restores every memory after a torn log record made Chromium delete the whole IndexedDB', async () => {
  const { acknowledged, found, counted, log } = await tearLogMidway(await extensionWithHarness('chromium'));
  expect(log).toMatch(createdDatabase);
  expect(found).toEqual(acknowledged);
  expect(counted).toBe(acknowledged.length);
});

if (runsAll)
  test('without a journal, loses the memories that Chromium deleted', async () => {
    const { found, log } = await tearLogMidway(await extensionWithoutJournal('chromium'));
    expect(log).toMatch(createdDatabase);
    expect(found).toEqual([]);
  });

/** Saves three memories, then removes the database's manifest. After `restart`, the browser can't open the database. */
async function startWithoutManifest(extension: string): Promise<{ saved: string[]; restart: () => Promise<Page> }> {
  const profile = temporaryFolder('manifest');
  const restart = async () => {
    await browser?.kill();
    browser = await launchBrowser({ extension, profile });
    return browser.newPage(browser.address('popup.html'));
  };
  const client = clientThrough(await restart());
  const saved: string[] = [];
  for (let number = 1; number <= 3; number++) {
    saved.unshift(`Saved before the fault, number ${number}.`);
    await client.memories.create({ content: saved[0]!, tags: [tag] });
  }
  await browser?.kill();
  removeManifest(profile);
  return { saved, restart };
}

const waitForNotice = (page: Page, words: string) =>
  page.waitFor(
    (wanted) => [document.querySelector('.notice')?.textContent ?? ''].find((text) => text.includes(wanted)),
    words,
  );

test('reads and exports the memories from the journal if the database lacks its manifest, and replaces the database at the next start', async () => {
  const { saved, restart } = await startWithoutManifest(await extensionWithHarness('chromium'));
  const broken = await restart();
  await waitForNotice(broken, 'can’t open Commonplace’s database');
  expect(await textsTagged(clientThrough(broken), tag)).toEqual(saved);
  await expect(clientThrough(broken).memories.create({ content: 'Too soon.' })).rejects.toMatchObject({ status: 503 });
  const library = await browser!.newPage(browser!.address('library.html#transfer'));
  const exported = await savedText(library, 'Export Commonplace file');
  for (const content of saved) expect(exported).toContain(content);

  const restarted = await restart();
  await waitForNotice(restarted, 'so Commonplace made a new one. Everything was restored');
  await clientThrough(restarted).memories.create({ content: 'Saved after the fault.', tags: [tag] });
  expect(await textsTagged(clientThrough(restarted), tag)).toEqual(['Saved after the fault.', ...saved]);

  const last = await restart();
  const later = clientThrough(last);
  expect(await textsTagged(later, tag)).toEqual(['Saved after the fault.', ...saved]);
  await later.memories.create({ content: 'Saved later.', tags: [tag] });
  await reportLastUsed(last, await later.collections.create({ name: 'House' }));

  const backups = await browser!.newPage(browser!.address('library.html#transfer'));
  await pressButton(backups, 'Back up now');
  await waitForText(backups, 'Test restore');

  const site = await serveSite();
  const asking = await browser!.newPage(site.origin);
  await connectWithConsent(browser!, asking, site.origin, ['memories:read']);
  expect(await callIn(asking, 'list')).toHaveProperty('result');
  await site.close();

  const expectedNames = [
    'commonplace',
    'commonplace-derived',
    'commonplace-inbox',
    'commonplace-menu',
    'commonplace-sites',
  ];
  await last.waitFor(async (names) => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { keys(): Promise<string[]>; open(name: string): Promise<{ indexedDB: IDBFactory }> };
    };
    const bucket = (await storageBuckets.keys()).find((name) => name.startsWith('commonplace-databases')) ?? '';
    const databases = await (await storageBuckets.open(bucket)).indexedDB.databases();
    return names.every((name) => databases.some((one) => one.name === name));
  }, expectedNames);
});

if (runsAll)
  test('without a journal, can’t open a database that lacks its manifest', async () => {
    const { restart } = await startWithoutManifest(await extensionWithoutJournal('chromium'));
    for (const _ of ['first', 'second'])
      await expect(textsTagged(clientThrough(await restart()), tag)).rejects.toMatchObject({ status: 503 });
  });

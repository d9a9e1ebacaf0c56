import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import {
  browserKind,
  launchBrowser,
  serve,
  until,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { grantActiveTab, memoriesWith, memoryWith, reportLastUsed, wakeBackground } from '../support/capture.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { addToInbox, saving } from '../support/inbox.ts';

const dayMs = 86_400_000;

let browser: ExtensionBrowser;
let own: Page;
let client: Client;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  own = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(own);
});

afterAll(() => browser?.close());

const badge = () =>
  own.evaluate(() =>
    (
      globalThis as unknown as { chrome: { action: { getBadgeText(details: object): Promise<string> } } }
    ).chrome.action.getBadgeText({}),
  );

const waitForUndecided = (texts: string[]) =>
  own.waitFor(
    (wanted) =>
      Array.from(document.querySelectorAll('.undecided-text'), ({ textContent }) => textContent).join() === wanted,
    texts.join(),
  );

test('shows saves that were refused or have waited too long, and lets the user decide', async () => {
  await addToInbox(own, 'Wigeon late', { createdAt: Date.now() - 7 * dayMs });
  await addToInbox(own, 'Pintail refused', { refusal: 'The service had a reason.' });
  await browser.stopBackground();
  await wakeBackground(browser);
  await until('a badge', async () => (await badge()) === '!');

  await own.reload();
  await waitForUndecided(['Wigeon late', 'Pintail refused']);
  expect(await own.text('.undecided')).toContain('The service had a reason.');
  expect((await own.axe()).filter(({ elements }) => elements.some((element) => element.includes('undecided')))).toEqual(
    [],
  );

  await own.click('.undecided li:first-child .button:not(.bare)');
  expect(await memoryWith(client, 'Wigeon late')).toMatchObject({ source: 'context-menu' });
  await waitForUndecided(['Pintail refused']);

  await own.click('.undecided .button.bare');
  await waitForUndecided([]);
  await until('no badge', async () => (await badge()) === '');
  await own.click('.notice .button');
  await waitForUndecided(['Pintail refused']);
  expect((await client.memories.list()).memories).toHaveLength(1);
});

test('sets a daily alarm, and another while a save is waiting', async () => {
  // All alarms except the one for memories that wait to be indexed.
  const alarms = () =>
    own.evaluate(async () => {
      const { chrome } = globalThis as unknown as {
        chrome: { alarms: { getAll(): Promise<{ name: string; periodInMinutes?: number }[]> } };
      };
      return (await chrome.alarms.getAll())
        .filter(({ name }) => name !== 'indexing')
        .map(({ name, periodInMinutes }) => `${name} ${periodInMinutes}`)
        .sort();
    });
  expect(await alarms()).toEqual(['daily 1440']);
  await addToInbox(own, 'Garganey waits', { notBefore: Date.now() + dayMs });
  await browser.stopBackground();
  await wakeBackground(browser);
  await until('both alarms', async () => (await alarms()).join() === 'daily 1440,inbox 1');
  await addToInbox(own, 'Garganey waits', {});
  await browser.stopBackground();
  await wakeBackground(browser);
  await memoryWith(client, 'Garganey');
  await until('one alarm', async () => (await alarms()).join() === 'daily 1440');
});

/** What a content script, or a compromised page process, may try to do with `storage.local`. */
interface Storage {
  get(key: string | null): Promise<Record<string, unknown>>;
  set(values: object): Promise<void>;
  setAccessLevel?(access: { accessLevel: string }): Promise<void>;
}

interface Scripting {
  storage: { local: Storage; onChanged: { addListener(listener: (changes: object) => void): void } };
  tabs: { query(about: object): Promise<{ id: number; active: boolean }[]>; getCurrent(): Promise<{ id: number }> };
  scripting: {
    executeScript(script: {
      target: { tabId: number };
      func: (forged: object) => unknown;
      args: object[];
    }): Promise<{ result: unknown }[]>;
  };
}

const activeTab = () =>
  own.evaluate(async () => {
    const { tabs } = (globalThis as unknown as { chrome: Scripting }).chrome;
    const [all, { id: here }] = [await tabs.query({}), await tabs.getCurrent()];
    return all.find(({ id, active }) => active && id !== here)!.id;
  });

/**
 * Runs a content script in the active tab. The script reads the row "kept" and writes a forged row. Returns what it
 * read, or the error.
 */
const runAttack = async (forged: object) =>
  own.evaluate(
    async (tabId, row) => {
      const { scripting } = (globalThis as unknown as { chrome: Scripting }).chrome;
      const func = async (forgedRow: object) => {
        const { local } = (globalThis as unknown as { chrome: Scripting }).chrome.storage;
        try {
          const read = JSON.stringify(await local.get('inbox:kept'));
          await local.set({ 'inbox:forged': forgedRow });
          return read;
        } catch (refusal) {
          return String(refusal);
        }
      };
      return (await scripting.executeScript({ target: { tabId }, func, args: [row] }))[0]!.result as string;
    },
    await activeTab(),
    forged,
  );

/**
 * Runs a content script in the active tab. From the first run on, the script listens for changes of the storage.
 * Returns the keys of all changes that the script saw.
 */
const changesSeen = async () =>
  own.evaluate(
    async (tabId) => {
      const { scripting } = (globalThis as unknown as { chrome: Scripting }).chrome;
      const func = () => {
        const spy = globalThis as unknown as { chrome: Scripting; seen?: string[] };
        if (spy.seen !== undefined) return spy.seen;
        const seen: string[] = (spy.seen = []);
        spy.chrome.storage.onChanged.addListener((changes) => seen.push(...Object.keys(changes)));
        return seen;
      };
      return (await scripting.executeScript({ target: { tabId }, func, args: [] }))[0]!.result as string[];
    },
    await activeTab(),
  );

const storedJson = (key: string | null) =>
  own.evaluate(
    async (name) =>
      JSON.stringify(await (globalThis as unknown as { chrome: Scripting }).chrome.storage.local.get(name)),
    key,
  );

const store = (key: string, value: object) =>
  own.evaluate(
    (name, stored) => (globalThis as unknown as { chrome: Scripting }).chrome.storage.local.set({ [name]: stored }),
    key,
    value,
  );

test('a content script can’t read or forge a row of the inbox', async () => {
  const site = await serve({ '/': '<!doctype html><title>A page</title><p>Words.</p>' });
  const page = await browser.newPage(site.origin);
  await grantActiveTab(browser, page);
  const { id } = await client.memories.create({ content: 'Smew' });
  const forged = {
    idempotencyKey: 'forged',
    createdAt: Date.now(),
    vouched: { door: 'popup' },
    envelope: { commonplace: 1, method: 'DELETE', path: `/v1/memories/${id}?permanent=true`, headers: {} },
  };
  const waiting = {
    idempotencyKey: 'kept',
    createdAt: Date.now(),
    notBefore: Date.now() + dayMs,
    ...saving('Gadwall'),
  };

  if (browser.kind === 'chromium') {
    expect(await changesSeen()).toEqual([]);
    await store('inbox:kept', waiting);
    expect(await runAttack(forged)).toContain('not allowed');
    expect(await storedJson('inbox:forged')).toBe('{}');
    // Control: with the default access level, the same script reads the row and writes the forged one.
    await own.evaluate(() =>
      (globalThis as unknown as { chrome: Scripting }).chrome.storage.local.setAccessLevel!({
        accessLevel: 'TRUSTED_AND_UNTRUSTED_CONTEXTS',
      }),
    );
    expect(await runAttack(forged)).toContain('Gadwall');
    // Events arrive in order. Once the event of the forged row is there, no event of an earlier change, such as that of
    // `inbox:kept`, can follow.
    await until('the change of the forged row', async () => (await changesSeen()).includes('inbox:forged'));
    expect(await changesSeen()).toEqual(['inbox:forged']);
  } else {
    // Firefox can't close `storage.local` to content scripts, so the extension doesn't use it there.
    await reportLastUsed(own, await client.collections.create({ name: 'House' }));
    expect(await storedJson(null)).toBe('{}');
    await store('inbox:kept', waiting);
    expect(await runAttack(forged)).toContain('Gadwall');
  }

  // Earlier versions stored the last used collection in `storage.local`.
  await store('lastCollection', { id: crypto.randomUUID(), name: 'House' });
  await browser.stopBackground();
  await wakeBackground(browser);
  if (browser.kind === 'chromium') {
    await until('a badge', async () => (await badge()) === '!');
    expect(await runAttack(forged)).toContain('not allowed');
    await own.bringToFront();
    await own.reload();
    await own.waitFor(() => document.querySelector('.undecided')?.textContent?.includes('damaged'));
    expect(
      (await own.axe()).filter(({ elements }) => elements.some((element) => element.includes('undecided'))),
    ).toEqual([]);
    await own.click('.undecided li:last-child .button.bare');
    await own.waitFor(() => !document.querySelector('.undecided')?.textContent?.includes('damaged'));
  } else await until('an empty storage.local', async () => (await storedJson(null)) === '{}');
  expect(await storedJson('lastCollection')).toBe('{}');
  expect(await storedJson('inbox:forged')).toBe('{}');
  expect(await memoriesWith(client, 'Smew')).toHaveLength(1);
  await page.close();
  await site.close();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import type { MemorySync, SyncState } from '../../src/lib/sync.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { engineState, noSyncState, plainOffers, syncServer } from '../support/engine-control.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { setEngineState, extensionWithEngine } from '../support/stand-in-engine.ts';

const server = { ...syncServer, address: 'https://memories.example.org' };
/** The state after everything is synced with a plain server: one without our extensions. */
const plain: SyncState = {
  ...noSyncState,
  server: { ...server, offers: plainOffers },
  last: { at: new Date().toISOString(), stopped: null },
};
const only = memory(1, 'Oven gloves are behind the door.');
const answers = [
  usage(1),
  { method: 'GET', path: `/v1/memories/${only.id}`, status: 200, body: only },
  ...recent([only]),
];
const refused = { kind: 'refused', reason: 'A memory on this server may have at most 16 tags.' } satisfies MemorySync;

let browser: ExtensionBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser({
    extension: extensionWithEngine(browserKind(), answers, {
      state: engineState({ sync: noSyncState }),
      memorySync: refused,
      on: { sync: { sync: plain } },
    }),
  });
  page = await browser.newPage(browser.address('popup.html'));
});

afterAll(() => browser?.close());

const waitForText = (selector: string, text: string) =>
  page.waitFor((wanted, words) => document.querySelector(wanted)?.textContent?.includes(words), selector, text);

test('the popup and the library show the sync status of a memory once sync is on', async () => {
  await page.waitFor(() => document.querySelector('[data-row]'));
  await page.press('ArrowDown');
  await page.press('Enter');
  await waitForText('.reader-text', only.content);
  expect(await page.evaluate(() => document.querySelector('.memory-sync'))).toBeNull();
  await setEngineState(page, { sync: { ...noSyncState, server } });
  await waitForText('.reader .memory-sync', `Only here: ${refused.reason}`);
  const isCut = () =>
    Array.from(document.querySelectorAll('.reader .memory-about')).some((one) => one.scrollWidth > one.clientWidth);
  expect(await page.evaluate(isCut)).toBe(false);
  await expectNoAxeViolations(page);

  await page.goto(`${browser.address('library.html')}#memories/${only.id}`);
  await waitForText('.pane-text', only.content);
  await setEngineState(page, { sync: { ...noSyncState, server } });
  await waitForText('.facts', `Only here: ${refused.reason}`);
  await setEngineState(page, { sync: noSyncState });
  await page.waitFor(() => !document.querySelector('.facts')?.textContent?.includes('Only here'));
});

test('the settings show memories that wait for quota on the server and names that clash, until nothing waits or clashes', async () => {
  const syncText = () => page.evaluate(() => document.querySelector('#sync')?.textContent ?? '');
  const syncOn = { ...noSyncState, server, last: { at: new Date().toISOString(), stopped: null } };
  await page.goto(`${browser.address('options.html')}#sync`);
  await page.waitFor(() => document.querySelector('#sync form'));
  await page.evaluate(allowAll);
  await setEngineState(page, {
    sync: {
      ...syncOn,
      counts: { ...syncOn.counts, synced: 200, waiting: 14 },
      waiting: [{ id: 'mem_1', text: 'Ladder: lent to Ben', reason: 'quota' }],
      quota: { kind: 'memories', used: 200, limit: 200, until: new Date(Date.now() + 600_000).toISOString() },
      names: {
        merged: [['Work', 'WORK']],
        different: [{ here: 'Work 2', there: 'Work' }],
        kept: ['Old plans'],
        unusable: [''],
      },
    },
  });
  await waitForText('#sync', '200 of 200 memories on memories.example.org: 14 changes stay here.');
  const words = await syncText();
  for (const part of [
    'memories.example.org isn’t accepting more changes right now. Next try: ',
    'Ladder: lent to Ben',
    'and 13 more',
    'Try to send again',
    '“Work” and “WORK”',
    'can’t be used here: “”',
  ])
    expect(words).toContain(part);
  const facts = await page.evaluate(() =>
    [...document.querySelectorAll('.sync-names li')].map(({ textContent }) => textContent),
  );
  expect(facts).toHaveLength(4);
  expect(facts[2]).toBe('Collections deleted here that are still on memories.example.org: “Old plans”.');
  await expectNoAxeViolations(page);

  const counts = { ...syncOn.counts, waiting: 2 };
  await setEngineState(page, { sync: { ...syncOn, counts, server: { ...server, mode: 'pull' } } });
  await waitForText('#sync', '2 changes stay here, since nothing is sent.');
  expect(await syncText()).not.toMatch(/wait/i);

  await setEngineState(page, { sync: { ...syncOn, counts: { ...syncOn.counts, synced: 214 } } });
  await waitForText('#sync', '214 memories synced.');
  const later = await syncText();
  for (const part of [
    'stay here',
    'Waiting to be sent',
    'Try to send again',
    'can’t be used',
    'separate',
    'that differ',
  ])
    expect(later).not.toContain(part);
});

test('the settings say what the server supports, and send waiting changes at a click without losing the focus', async () => {
  const counts = { ...plain.counts, waiting: 1 };
  await setEngineState(page, {
    sync: { ...plain, counts, waiting: [{ id: 'mem_1', text: 'Ladder', reason: 'unsent' }] },
  });
  await waitForText('#sync', 'Not sent yet.');
  await waitForText('#sync details:last-of-type', 'What you delete is deleted in this browser only.');
  const openDetails = () => page.evaluate(() => document.querySelectorAll('#sync details[open]').length);
  expect(await openDetails()).toBe(0);
  await page.click('#sync details:first-of-type summary');
  await page.click('#sync details:last-of-type summary');
  expect(await openDetails()).toBe(2);
  await expectNoAxeViolations(page);
  await page.click('#sync details button');
  await page.waitFor(() => !document.querySelector('#sync')?.textContent?.includes('Waiting to be sent'));
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('sync-progress');
  await expectNoAxeViolations(page);
});

/** Runs in the page. Replaces the permission check, as if the browser allowed connections to any server. */
function allowAll(): void {
  const { browser, chrome } = globalThis as unknown as Record<
    string,
    { permissions: { contains(): Promise<boolean> } }
  >;
  (browser ?? chrome)!.permissions.contains = () => Promise.resolve(true);
}

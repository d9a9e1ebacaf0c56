import type { SyncCheck, SyncState, WaitingMemory } from '../../src/lib/sync.ts';
import { launchChromium, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState, noSyncState, ourOffers, plainOffers, syncServer } from '../support/engine-control.ts';
import { setEngineState, extensionWithEngine } from '../support/stand-in-engine.ts';
import { largeWindow } from './pictures.ts';
import { statePictures } from './states.ts';

const address = 'https://memories.example.org';
const unencrypted = 'http://nas.local:8787';
const memoryId = (at: number) => `mem_01kjq8z000000000000000000${at}`;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const ready: Omit<Extract<SyncCheck, { status: 'ready' }>, 'offers' | 'mayWrite'> & { address: string } = {
  address,
  status: 'ready',
  here: 812,
  there: 640,
  same: 598,
  isMore: false,
  deletions: 0,
  isLimited: false,
  collections: { see: true, change: true },
  onlyThere: ['Family', 'Garden'],
};
const conflict = { memory: memoryId(1), copy: memoryId(2) };
const synced: SyncState = {
  ...noSyncState,
  server: { ...syncServer, address },
  last: { at: ago(2), stopped: null },
  counts: { synced: 812, partial: 0, waiting: 0, stuck: 0, conflicts: 0, hidden: 0 },
  proof: { at: ago(2), same: true, count: 812, different: 0, isCurrent: true },
};

const waitingLines: WaitingMemory[] = [
  { id: memoryId(1), text: 'The plumber fixed the boiler on Elm Street', reason: 'unsent' },
  { id: memoryId(2), text: 'Lisbon: room twelve, ask for the back', reason: 'unsent' },
];
const quotaLines = waitingLines.map((line): WaitingMemory => ({ ...line, reason: 'quota' }));

/** The states of the section, by picture name. */
const states: Record<string, SyncState> = {
  'sync-form': noSyncState,
  'sync-refused': {
    ...noSyncState,
    check: { address, status: 'failed', fault: 'unauthorized', message: 'The token is unknown.' },
  },
  'sync-preview': { ...noSyncState, check: { ...ready, offers: ourOffers, mayWrite: true } },
  'sync-preview-plain': { ...noSyncState, check: { ...ready, offers: plainOffers, mayWrite: true } },
  'sync-preview-limited': {
    ...noSyncState,
    check: {
      ...ready,
      offers: ourOffers,
      mayWrite: true,
      isLimited: true,
      collections: { see: true, change: false },
    },
  },
  'sync-preview-many': {
    ...noSyncState,
    check: { ...ready, offers: ourOffers, mayWrite: true, here: 10_000, there: 5_000, same: 4_958, isMore: true },
  },
  'sync-preview-read-only': { ...noSyncState, check: { ...ready, offers: ourOffers, mayWrite: false } },
  'sync-copying': {
    ...noSyncState,
    check: { ...ready, offers: ourOffers, mayWrite: true },
    isStarting: true,
    copying: 300,
  },
  'sync-same': synced,
  'sync-same-unencrypted': { ...synced, server: { ...synced.server!, address: unencrypted } },
  'sync-running': {
    ...synced,
    isRunning: true,
    counts: { ...synced.counts, synced: 640, partial: 0, waiting: 172 },
    waiting: waitingLines,
  },
  'sync-waiting': {
    ...synced,
    counts: { ...synced.counts, synced: 810, partial: 0, waiting: 3 },
    waiting: [...waitingLines, { id: memoryId(3), text: 'Keys are with Anna', reason: 'unanswered' }],
    proof: { ...synced.proof!, isCurrent: false },
  },
  'sync-can': { ...synced, server: { ...synced.server!, offers: plainOffers } },
  'sync-limited': {
    ...synced,
    server: { ...synced.server!, isLimited: true, collections: { see: false, change: false } },
  },
  'sync-away': {
    ...synced,
    last: { at: ago(2), stopped: 'unreachable' },
    retryAt: ago(-4),
    counts: { ...synced.counts, synced: 809, partial: 0, waiting: 2 },
    waiting: waitingLines,
  },
  'sync-stuck': {
    ...synced,
    counts: { synced: 810, partial: 0, waiting: 0, stuck: 2, conflicts: 1, hidden: 0 },
    stuck: [
      { id: 'mem_1', text: 'The plumber fixed the boiler on Elm Street', reason: 'The plan holds 200 memories.' },
      { id: 'mem_2', text: 'Lisbon: room twelve, ask for the back', reason: 'The plan holds 200 memories.' },
    ],
  },
  'sync-full': {
    ...synced,
    counts: { ...synced.counts, synced: 200, partial: 0, waiting: 14 },
    waiting: quotaLines,
    quota: { kind: 'memories', used: 200, limit: 200, until: ago(-42) },
  },
  'sync-day': {
    ...synced,
    counts: { ...synced.counts, synced: 30, partial: 0, waiting: 1 },
    waiting: quotaLines.slice(0, 1),
    quota: { kind: 'day', used: 10, limit: 10, until: ago(-900) },
  },
  'sync-hidden': {
    ...synced,
    counts: { ...synced.counts, hidden: 3 },
    proof: { ...synced.proof!, count: synced.counts.synced + 3 },
  },
  'sync-names': {
    ...synced,
    names: {
      merged: [['Recipes', 'recipes']],
      different: [{ here: 'Work 2', there: 'Work' }],
      kept: ['Old plans'],
      unusable: [' ', 'x'.repeat(100)],
    },
  },
  'sync-conflict': { ...synced, counts: { ...synced.counts, conflicts: 1 }, conflicts: [conflict] },
  'sync-token': { ...synced, last: { at: ago(2), stopped: 'unauthorized' } },
  'sync-read-only': {
    ...synced,
    server: { ...synced.server!, mayWrite: false },
    counts: { ...synced.counts, synced: 810, partial: 0, waiting: 2 },
    waiting: waitingLines,
  },
  'sync-question': {
    ...synced,
    last: { at: ago(2), stopped: 'question' },
    question: { kind: 'mass-absence', missing: 400, known: 812 },
  },
  'sync-account': {
    ...synced,
    last: { at: ago(2), stopped: 'question' },
    counts: { ...synced.counts, synced: 0, partial: 0, waiting: 1 },
    waiting: waitingLines.slice(0, 1),
    question: { kind: 'other-account', known: 0, found: 0 },
  },
};

const memoryAnswer = (id: string, content: string, tags: string[]) => ({
  method: 'GET',
  path: `/v1/memories/${id}`,
  status: 200,
  body: {
    id,
    content,
    tags,
    collection: null,
    url: null,
    title: null,
    capture: null,
    source: 'sync',
    version: 2,
    createdAt: ago(9_000),
    updatedAt: ago(9),
    deletedAt: null,
  },
});

const answers = [
  memoryAnswer(conflict.memory, 'The plumber comes on Tuesday at nine.\nKeys are with Anna.', ['house']),
  memoryAnswer(conflict.copy, 'The plumber comes on Friday at ten.\nKeys are with Anna.', ['house', 'conflict copy']),
  { method: 'GET', path: '/v1/tokens', status: 200, body: { tokens: [], nextCursor: null } },
  {
    method: 'GET',
    path: '/v1/collections',
    status: 200,
    body: {
      collections: ['Recipes', 'Work'].map((name, at) => ({
        id: `col_01kjq8z000000000000000000${at}`,
        name,
        memoryCount: 3,
        createdAt: ago(9_000),
        updatedAt: ago(9_000),
      })),
      nextCursor: null,
    },
  },
];

/** The section Sync: the form, its errors, the preview, and the progress. */
export async function settingsSyncPictures(): Promise<void> {
  const browser = await launchChromium({
    extension: extensionWithEngine('chromium', answers, { state: engineState({ sync: noSyncState }) }),
    arguments: [largeWindow],
  });
  try {
    const page = await browser.newPage('about:blank');
    const shootState = (name: string) => statePictures(browser)(page, name, { part: '#sync' });
    await page.puppeteer.evaluateOnNewDocument(allowAll);
    await page.goto(browser.address('options.html#sync'));
    await page.puppeteer.setViewport({ width: 1000, height: 900, deviceScaleFactor: 1 });
    await page.waitFor(() => document.querySelector('#sync form'));
    for (const [name, sync] of Object.entries(states)) {
      await setEngineState(page, { sync });
      // The page reads a change within a quarter of a second, but doesn't reveal which state it shows. So this waits
      // for a fixed time.
      await new Promise((resolve) => setTimeout(resolve, 600));
      await unfold(page, unfolded[name] ?? []);
      await shootState(name);
      await unfold(page, []);
    }
    await setEngineState(page, { sync: noSyncState });
    await page.waitFor(() => document.querySelector('#sync form'));
    await page.type('#sync input[inputmode=url]', unencrypted);
    await page.type('#sync input[type=password]', 'cpk_1');
    await page.click('#sync form .primary');
    await shootState('sync-unencrypted');
    await setEngineState(page, { sync: { ...noSyncState, check: { ...ready, offers: ourOffers, mayWrite: true } } });
    await page.waitFor(() => document.querySelectorAll('#sync input[name=sync-collections]').length === 2);
    await page.click('#sync label:has(input[name=sync-collections]) + label');
    await page.click('#sync label:has([type=checkbox])');
    await shootState('sync-collections');
  } finally {
    await browser.close();
  }
}

/** The unfolded parts, by picture name. */
const unfolded: Record<string, string[]> = {
  'sync-waiting': ['Waiting to be sent'],
  'sync-away': ['Waiting to be sent'],
  'sync-full': ['Waiting to be sent'],
  'sync-can': ['What to expect from this server'],
  'sync-limited': ['What to expect from this server'],
};

const unfold = (page: ChromiumPage, names: string[]) =>
  page.evaluate((wanted) => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('#sync details'))
      part.open = wanted.includes(part.querySelector('summary')?.textContent ?? '');
  }, names);

/** Runs in the page. Replaces the permission check, as if the browser allowed connections to any server. */
function allowAll(): void {
  const { chrome } = globalThis as unknown as { chrome: { permissions: { contains(): Promise<boolean> } } };
  chrome.permissions.contains = () => Promise.resolve(true);
}

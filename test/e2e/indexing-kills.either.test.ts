import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFromDisk } from '../../scripts/minilm-from-disk.ts';
import {
  browserKind,
  launchBrowser,
  removeFolder,
  temporaryFolder,
  until,
  type BrowserKind,
  type ChromiumBrowser,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough, saveAll } from '../../scripts/harness/client.ts';
import { waitUntilIndexed } from '../support/indexing.ts';
import { randomFrom, weighted } from '../../scripts/random.ts';
import { everySecondDay, killSecondsInAll, longProofMs, rounds, sized } from '../support/rounds.ts';

const seed = 20261204;
const kind = browserKind();
const memories = sized(2_000, 80);

const victims: Record<BrowserKind, Record<string, number>> = {
  chromium: { 'the embedder': 40, 'the engine': 30, 'the offscreen document': 15, 'the whole browser': 15 },
  firefox: { 'the background': 1 },
};

const kill: Record<string, (browser: ExtensionBrowser) => Promise<unknown>> = {
  'the embedder': (browser) => (browser as ChromiumBrowser).terminateEmbedder(),
  'the engine': (browser) => (browser as ChromiumBrowser).terminateEngine(),
  'the offscreen document': (browser) => (browser as ChromiumBrowser).closeOffscreen(),
  'the background': (browser) => browser.stopBackground(),
  'the whole browser': (browser) => browser.kill(),
};

const sentence = 'She wrote down where the tools lie, who had borrowed them last, and what each of them is good for. ';

/** Distinct texts; every twentieth is long enough for several windows. */
const contentOf = (number: number) =>
  `Shelf ${number}: screws of size ${number}. ${sentence.repeat(number % 20 === 0 ? 30 : 1)}`.trim();

describe('an extension killed during indexing', () => {
  const random = randomFrom(seed);
  const contents = new Map<string, string>();
  const profile = temporaryFolder('indexing-kills');
  let extension: string;
  let browser: ExtensionBrowser;
  let page: Page;

  async function launch(): Promise<void> {
    browser = await launchBrowser({ extension, profile });
    page = await browser.newPage(browser.address('popup.html'));
  }

  const indexedNow = async () => (await ask(page, { kind: 'engineState' })).indexing.indexed;

  beforeAll(async () => {
    extension = await extensionWithHarness(kind);
    await launch();
    await ask(page, { kind: 'engineCommand', command: 'pause' });
    const saved = await saveAll(
      page,
      Array.from({ length: memories }, (_, number) => ({ content: contentOf(number) })),
    );
    for (const { id, content } of saved) contents.set(id, content);
  }, longProofMs);

  afterAll(async () => {
    await browser?.close();
    removeFolder(profile);
  });

  test(
    `indexes all ${memories} memories in the end, each with exactly the windows of its text`,
    { timeout: longProofMs },
    async () => {
      expect(await indexedNow()).toBe(0);
      await ask(page, { kind: 'engineCommand', command: 'resume' });
      for (const round of rounds(`${kind}: killed during indexing`, {
        count: 100,
        secondsInAll: killSecondsInAll,
        seconds: everySecondDay(kind === 'chromium' ? 'odd' : 'even', 5),
      })) {
        const before = await indexedNow();
        if (before === memories) break;
        await until(`indexing to continue, round ${round}`, async () => (await indexedNow()) > before, 60_000);
        await new Promise((resolve) => setTimeout(resolve, random() * 300));
        const victim = weighted(random, victims[kind]);
        await kill[victim]?.(browser);
        if (victim === 'the whole browser') await launch();
      }
      expect((await waitUntilIndexed(page)).indexing).toEqual({ indexed: memories, total: memories, paused: false });

      expect((await clientThrough(page).memories.search({ query: 'who took my pliers' })).coverage).toBe(1);
      const windows = Map.groupBy(await ask(page, { kind: 'storedWindows' }), ({ id }) => id);
      expect(windows.size).toBe(memories);
      const model = await loadFromDisk();
      for (const [id, content] of contents) {
        const passages = await model.passages(content);
        const expected = passages.map(({ start, end }, index) => ({ id, start, end, index, count: passages.length }));
        expect(
          windows.get(id)?.sort((one, other) => one.index - other.index),
          `the windows of “${content.slice(0, 20)}”`,
        ).toEqual(expected);
      }
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFromDisk } from '../../src/embed/minilm/load-from-disk.ts';
import { browserKind, launchBrowser, removeFolder, temporaryFolder, until, type ChromiumBrowser, type ExtensionBrowser, type Page } from '../support/browsers/index.ts';
import { ask, extensionWithHarness } from '../support/harness/index.ts';
import { clientThrough } from '../support/harness/kept.ts';
import { everythingRead } from '../support/reading.ts';
import { randomFrom, weighted } from '../support/random.ts';
import { rounds } from '../soak/rounds.ts';

const seed = 20261204;
const kind = browserKind();
const memories = rounds(2_000);

/** Chromium: how often something is killed while the memories are read, and what, of all times. Firefox: its background, after so many milliseconds, again and again. */
const kills = rounds(100);
const victims = { 'the embedder': 40, 'the engine': 30, 'the offscreen document': 15, 'the whole browser': 15 };
const everyMs = Math.max(3_000, rounds(10_000));

const kill: Record<keyof typeof victims, (browser: ChromiumBrowser) => Promise<unknown>> = {
  'the embedder': (browser) => browser.terminateEmbedder(),
  'the engine': (browser) => browser.terminateEngine(),
  'the offscreen document': (browser) => browser.closeOffscreen(),
  'the whole browser': (browser) => browser.kill(),
};

const sentence = 'She wrote down where the tools lie, who had borrowed them last, and what each of them is good for. ';

/** Each another one; every twentieth is so long that it has several windows. */
const contentOf = (number: number) => `Shelf ${number}: screws of size ${number}. ${sentence.repeat(number % 20 === 0 ? 30 : 1)}`.trim();

describe('killed while memories are read', () => {
  const random = randomFrom(seed);
  /** By id. */
  const contents = new Map<string, string>();
  const profile = temporaryFolder('reading-kills');
  let extension: string;
  let browser: ExtensionBrowser;
  let page: Page;

  async function launch(): Promise<void> {
    browser = await launchBrowser({ extension, profile });
    page = await browser.newPage(browser.address('popup.html'));
  }

  const read = async () => (await ask(page, { kind: 'engine' })).reading.read;
  const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  beforeAll(async () => {
    extension = await extensionWithHarness(kind);
    await launch();
    await ask(page, { kind: 'decide', verb: 'pause' });
    const client = clientThrough(page);
    for (let number = 0; number < memories; number++) {
      const { id, content } = await client.memories.create({ content: contentOf(number) });
      contents.set(id, content);
    }
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    removeFolder(profile);
  });

  /** Kills each time when reading has gone on since the last time. */
  async function killInChromium(): Promise<void> {
    for (let round = 1; round <= kills; round++) {
      const before = await read();
      await until(`reading to go on, round ${round}`, async () => (await read()) > before, 60_000);
      await pass(random() * 300);
      const victim = weighted(random, victims);
      await kill[victim](browser as ChromiumBrowser);
      if (victim === 'the whole browser') await launch();
    }
  }

  async function killInFirefox(): Promise<void> {
    for (let left = memories; left > 0; left = memories - (await read())) {
      await pass(everyMs);
      await browser.stopBackground();
    }
  }

  test(`${kind === 'chromium' ? `${kills} times` : `every ${everyMs / 1_000} s`} during ${memories} memories, seed ${seed}: all are read in the end, each with exactly its windows`, { timeout: 3_600_000 }, async () => {
    expect(await read()).toBe(0);
    await ask(page, { kind: 'decide', verb: 'resume' });
    await (kind === 'chromium' ? killInChromium() : killInFirefox());
    expect((await everythingRead(page)).reading).toEqual({ read: memories, of: memories, paused: false });

    expect((await clientThrough(page).memories.search({ query: 'who took my pliers' })).coverage).toBe(1);
    const windows = Map.groupBy(await ask(page, { kind: 'windows' }), ({ id }) => id);
    expect(windows.size).toBe(memories);
    const model = await loadFromDisk();
    for (const [id, content] of contents) {
      const passages = await model.passages(content);
      const due = passages.map(({ start, end }, place) => ({ id, start, end, place, count: passages.length }));
      expect(windows.get(id)?.sort((one, other) => one.place - other.place), `the windows of “${content.slice(0, 20)}”`).toEqual(due);
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { manifestName } from '../../src/search/keyword/segment-store.ts';
import { derivedDatabase } from '../../src/store/dexie/names.ts';
import {
  browserKind,
  launchBrowser,
  temporaryFolder,
  until,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

/** Enough memories for the index to store a snapshot when it is idle. */
const others = 220;

const hasSnapshot = (page: Page): Promise<boolean> =>
  page.evaluate(
    (database, name) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open(database);
        opening.onsuccess = () => {
          const connection = opening.result;
          const request = connection.transaction('files').objectStore('files').count(name);
          request.onsuccess = () => {
            connection.close();
            resolve(request.result === 1);
          };
        };
      }),
    derivedDatabase,
    manifestName,
  );

describe('after a restart, a stored index finds words of many languages', () => {
  const profile = temporaryFolder('languages');
  let browser: ExtensionBrowser;
  let page: Page;
  let client: Client;

  async function launch(extension: string): Promise<void> {
    browser = await launchBrowser({ extension, profile });
    page = await browser.newPage(browser.address('popup.html'));
    client = clientThrough(page);
  }

  const cases = [
    ['Chinese', '机器学习', '我们在北京大学学习机器学习。'],
    ['Japanese', '東京', '東京都に行きました'],
    ['Thai', 'ปลา', 'แมวกินปลา'],
    ['Arabic, without vowels', 'اهلا', 'أَهْلاً وسهلا'],
    ['Hebrew, without points', 'שלום', 'שָׁלוֹם עולם'],
    ['Russian, with е for ё', 'елка ', 'Новогодняя ёлка'],
    ['German, the beginning of a compound', 'Donaudampf', 'Die Donaudampfschifffahrt'],
    ['an emoji', '👍', 'well done 👍🏽'],
    ['English, misspelt', 'submarimes ', 'submarines of the Baltic'],
  ] as const;

  beforeAll(async () => {
    const extension = await extensionWithHarness(browserKind());
    await launch(extension);
    for (const [, , content] of cases) await client.memories.create({ content });
    for (let offset = 0; offset < others; offset += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, number) => client.memories.create({ content: `number ${offset + number}` })),
      );
    }
    await client.memories.search({ query: 'number', mode: 'keyword' });
    await until('the keyword index to store a snapshot', () => hasSnapshot(page), 60_000);
    await browser.close();
    await launch(extension);
  });

  afterAll(() => browser?.close());

  test.each(cases)('%s', async (_, query, content) => {
    const { memories } = await client.memories.search({ query, mode: 'keyword' });
    expect(memories.map((memory) => memory.content)).toEqual([content]);
  });
});

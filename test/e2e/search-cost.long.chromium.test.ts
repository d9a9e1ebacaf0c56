import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { saveAll } from '../../scripts/harness/client.ts';
import type { SearchAnswer } from '../../src/v1/schemas/search.ts';
import { waitUntilIndexed } from '../support/indexing.ts';

/** Runs before the engine: reports the mode of each transaction. */
const reportTransactions = `{
  const { transaction } = IDBDatabase.prototype;
  const channel = new BroadcastChannel('transactions');
  IDBDatabase.prototype.transaction = function (...args) {
    channel.postMessage(args[1] ?? 'readonly');
    return transaction.apply(this, args);
  };
}
`;

type WithTransactions = typeof globalThis & { transactions: string[] };

let browser: ExtensionBrowser;
let page: Page;

beforeAll(async () => {
  const extension = await extensionWithHarness(browserKind());
  const engine = join(extension, 'engine.js');
  writeFileSync(engine, reportTransactions + readFileSync(engine, 'utf8'));
  browser = await launchBrowser({ extension });
  page = await browser.newPage(browser.address('popup.html'));
  await page.evaluate(() => {
    const transactions: string[] = ((globalThis as WithTransactions).transactions = []);
    new BroadcastChannel('transactions').addEventListener('message', ({ data }) => transactions.push(data as string));
  });
  await saveAll(page, [{ content: 'a silent inn' }, { content: 'tea with milk' }, { content: 'quiet please' }]);
  await waitUntilIndexed(page);
});

afterAll(() => browser?.close());

const transactions = () => page.evaluate(() => (globalThis as WithTransactions).transactions);

async function search(mode: string): Promise<SearchAnswer> {
  const body = JSON.stringify({ query: 'quiet hotel', mode, limit: 20 });
  const answer = await ask(page, {
    kind: 'request',
    envelope: {
      commonplace: 1,
      method: 'POST',
      path: '/v1/memories/search',
      headers: { 'content-type': 'application/json' },
      body,
    },
  });
  return JSON.parse(answer.body!) as SearchAnswer;
}

test('in most pauses in typing, searches take at most three IndexedDB transactions, all of them reads', async () => {
  await search('hybrid');
  const costs: string[][] = [];
  for (let pause = 0; pause < 7; pause++) {
    const before = (await transactions()).length;
    await search('keyword');
    expect((await search('hybrid')).mode).toBe('hybrid');
    costs.push((await transactions()).slice(before));
  }
  // Other transactions may run during a pause: the index stores snapshots, and the popup reads the engine's state every
  // eight seconds. So only most pauses must be that cheap.
  const cheap = costs.filter(
    (modes) => modes.length > 1 && modes.length <= 3 && modes.every((mode) => mode === 'readonly'),
  );
  expect(cheap.length, JSON.stringify(costs)).toBeGreaterThan(costs.length / 2);
});

import { afterEach, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { browserKind, launchBrowser, temporaryFolder, type ExtensionBrowser } from '../../scripts/browsers/index.ts';
import { extensionWithHarness, extensionWithoutJournal } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { removeIndexedDb } from '../support/indexed-db.ts';
import { runsAll } from '../support/rounds.ts';

let browser: ExtensionBrowser | undefined;
afterEach(() => browser?.close());

async function everything(client: Client): Promise<unknown> {
  const { memories, collections, tokens } = client;
  return [
    await memories.list({ limit: 100 }),
    await memories.list({ limit: 100, deleted: true }),
    await collections.list({}),
    await client.tags.list({}),
    (await tokens.list({})).tokens.map(({ id, name }) => [id, name]),
    (await client.usage.read()).memories,
  ];
}

async function beforeAndAfter(extension: string): Promise<[before: unknown, after: unknown]> {
  const profile = temporaryFolder('journal');
  const launch = async () => {
    browser = await launchBrowser({ extension, profile });
    return clientThrough(await browser.newPage(browser.address('popup.html')));
  };
  const client = await launch();
  const house = await client.collections.create({ name: 'House' });
  await client.memories.create({ content: 'The stopcock is under the sink.', tags: ['water'], collection: house.id });
  const edited = await client.memories.create({ content: 'Bread at eight.', tags: ['Bread'] });
  await client.memories.update(edited.id, { content: 'Bread at nine.' });
  const thrownAway = await client.memories.create({ content: 'Not needed.' });
  await client.memories.delete(thrownAway.id);
  await client.tokens.create({ name: 'A script', scopes: ['memories:read'] });
  const before = await everything(client);
  await browser?.kill();
  removeIndexedDb(browserKind(), profile);
  return [before, await everything(await launch())];
}

test('restores all data at the next start after the databases were deleted', async () => {
  const [before, after] = await beforeAndAfter(await extensionWithHarness(browserKind()));
  expect(after).toEqual(before);
});

if (runsAll)
  test('restores nothing without a journal', async () => {
    const [, after] = await beforeAndAfter(await extensionWithoutJournal(browserKind()));
    expect(after).toMatchObject([
      { memories: [] },
      { memories: [] },
      { collections: [] },
      { tags: [] },
      [],
      { used: 0 },
    ]);
  });

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { Commonplace } from '../../src/client/package/index.ts';
import {
  browserKind,
  launchBrowser,
  temporaryFolder,
  until,
  type ExtensionBrowser,
} from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { permit } from '../../scripts/sites/index.ts';
import { startServer, type RunningServer } from '../../scripts/server/start.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { runsAll } from '../support/rounds.ts';
import { syncingProfile, type SyncingProfile } from '../../scripts/sites/sync-settings.ts';

let server: RunningServer;
/** Another device, which uses the server directly. */
let there: Commonplace;
let browser: ExtensionBrowser;
let here: SyncingProfile;
const profile = temporaryFolder('sync');

const textsOf = async (client: Client): Promise<string[]> =>
  (await Array.fromAsync(client.memories.list({ limit: 100 }))).map(({ content }) => content).sort();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer(),
    launchBrowser({ extension: await extensionWithHarness(browserKind()), profile }),
  ]);
  there = new Commonplace({ baseUrl: server.url, token: server.token });
  here = await syncingProfile(browser);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('says why connecting to a server failed, and previews what sync will do', async () => {
  await here.memories.memories.create({ content: 'Written here' });
  await here.memories.memories.create({ content: 'Known to both' });
  await there.memories.create({ content: 'Known to both' });
  await there.memories.create({ content: 'Written there', tags: ['far'], url: 'https://example.org/far' });
  await here.check(server.url, 'cpk_wrong');
  await here.waitForText('doesn’t accept this token');
  await here.check(server.url, server.token);
  await here.waitForText('2 memories here');
  await here.waitForText('1 of them is the same on both sides');
  await expectNoAxeViolations(here.settings);
  expect(await textsOf(there)).toHaveLength(2);
});

test('makes both sides equal, and shows that they are', async () => {
  await here.press('Start syncing');
  await here.waitForText('3 memories, both sides the same');
  const all = ['Known to both', 'Written here', 'Written there'];
  expect([await textsOf(here.memories), await textsOf(there)]).toEqual([all, all]);
  const far = (await Array.fromAsync(here.memories.memories.list())).find(({ content }) => content === 'Written there');
  expect(far).toMatchObject({ tags: ['far'], url: 'https://example.org/far', source: 'sync' });
  await here.settings.waitFor(() =>
    document.querySelector('#storage')?.textContent?.includes('Memories on a server before sync was set up'),
  );
  await expectNoAxeViolations(here.settings);
});

test('automatically sends what is created and deleted here', async () => {
  const [first] = await Array.fromAsync(here.memories.memories.list());
  await here.memories.memories.delete(first!.id);
  await here.memories.memories.create({ content: 'Later' });
  await until('the server to follow', async () => {
    const texts = await textsOf(there);
    return texts.includes('Later') && !texts.includes(first!.content);
  });
});

test('keeps both texts of a conflict', async () => {
  const find = async (client: Client) =>
    (await Array.fromAsync(client.memories.list())).find(({ content }) => content === 'Later')!;
  const [mine, theirs] = [await find(here.memories), await find(there)];
  await here.press('Pause');
  await here.waitForText('Paused.');
  await here.memories.memories.update(mine.id, { content: 'Later, as written here' });
  await there.memories.update(theirs.id, { content: 'Later, as written there' });
  await here.press('Resume');
  await here.waitForText('was changed in two places at once');
  await here.syncNow();
  const texts = await textsOf(there);
  expect(texts).toEqual(expect.arrayContaining(['Later, as written here', 'Later, as written there']));
  expect(await textsOf(here.memories)).toEqual(texts);
  await here.waitForText('From this browser');
  await expectNoAxeViolations(here.settings);
  await here.press('Keep both');
  await until('the conflict to be resolved', async () =>
    (await Array.fromAsync(there.memories.list())).every(({ tags }) => tags.length === 0 || tags.includes('far')),
  );
});

// In `npm test` only in Chromium, since Firefox starts slowly.
if (runsAll || browserKind() === 'chromium')
  test('continues after the browser was killed in the middle of sending', async () => {
    for (let index = 0; index < 20; index++) await here.memories.memories.create({ content: `Note ${index}` });
    await until('some notes to arrive', async () => (await textsOf(there)).some((text) => text.startsWith('Note')));
    await browser.kill();
    browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()), profile });
    // In Chromium, each launch loads the extension again, so the extension loses its permissions.
    await permit(browser, new URL(server.url).origin);
    here = await syncingProfile(browser);
    if (browser.kind === 'chromium') {
      await here.waitForText('no longer lets Commonplace connect');
      await here.settings.click('#sync > .button.primary');
    }
    await here.syncNow();
    const texts = await textsOf(there);
    expect(texts.filter((text) => text.startsWith('Note'))).toHaveLength(20);
    expect(await textsOf(here.memories)).toEqual(texts);
  });

test('keeps the memories after disconnecting', async () => {
  const texts = await textsOf(here.memories);
  expect(texts.length).toBeGreaterThan(2);
  await here.press('Disconnect');
  await here.settings.click('#sync .confirm .button.loss');
  await here.waitForText('Address of the server');
  expect(await textsOf(here.memories)).toEqual(texts);
});

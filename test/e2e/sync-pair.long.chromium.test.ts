import { expect, onTestFinished, test } from 'vitest';
import { buildExtension } from '../../scripts/browsers/extension.ts';
import { launchChromium, launchFirefox, until, type ExtensionBrowser } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import type { Client } from '../../src/client/index.ts';
import { startServer } from '../../scripts/server/start.ts';
import { syncingProfile, type SyncingProfile } from '../../scripts/sites/sync-settings.ts';

const textsOf = async (client: Client): Promise<string[]> =>
  (await Array.fromAsync(client.memories.list({ limit: 100 }))).map(({ content }) => content).sort();

test('a Chromium and a Firefox profile become equal through a server', async () => {
  expect(await buildExtension('firefox')).toBe(0);
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const profiles: SyncingProfile[] = [];
  for (const launch of [
    async (): Promise<ExtensionBrowser> => launchChromium({ extension: await extensionWithHarness('chromium') }),
    async (): Promise<ExtensionBrowser> => launchFirefox({ extension: await extensionWithHarness('firefox') }),
  ]) {
    const browser = await launch();
    onTestFinished(() => browser.close());
    profiles.push(await syncingProfile(browser));
  }
  const [chromium, firefox] = profiles as [SyncingProfile, SyncingProfile];
  await chromium.memories.memories.create({ content: 'From Chromium', tags: ['one'] });
  await firefox.memories.memories.create({ content: 'From Firefox', tags: ['two'] });
  for (const profile of profiles) {
    await profile.check(server.url, server.token);
    await profile.waitForText('What will happen');
    await profile.press('Start syncing');
    await profile.waitForText('both sides the same');
  }
  await chromium.syncNow();
  expect(await textsOf(chromium.memories)).toEqual(['From Chromium', 'From Firefox']);
  expect(await textsOf(firefox.memories)).toEqual(['From Chromium', 'From Firefox']);

  const [first] = await Array.fromAsync(firefox.memories.memories.list());
  await firefox.memories.memories.update(first!.id, { content: 'Edited in Firefox' });
  await firefox.waitForText('checked just now');
  await until('the edit to arrive', async () => {
    await chromium.syncNow();
    return (await textsOf(chromium.memories)).includes('Edited in Firefox');
  });
  await chromium.memories.memories.delete(
    (await Array.fromAsync(chromium.memories.memories.list())).find(({ content }) => content === 'Edited in Firefox')!
      .id,
  );
  await until('the deletion to arrive', async () => {
    await firefox.syncNow();
    return (await textsOf(firefox.memories)).length === 1;
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Commonplace } from '../../src/client/package/index.ts';
import { launchChromium, temporaryFolder, until, type ChromiumBrowser } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { startServer, type RunningServer } from '../../scripts/server/start.ts';
import { syncingProfile } from '../../scripts/sites/sync-settings.ts';

// Follows the README's section "Keep several browsers in sync" step by step.

let server: RunningServer;
let browsers: ChromiumBrowser[];

beforeAll(async () => {
  const extension = await extensionWithHarness('chromium');
  const launch = (name: string) => launchChromium({ extension, profile: temporaryFolder(name) });
  [server, ...browsers] = await Promise.all([startServer(), launch('laptop'), launch('desktop')]);
});

afterAll(async () => {
  for (const browser of browsers ?? []) await browser.close();
  await server?.stop();
});

/**
 * Signs in with the printed link, creates a token with the form's default lifetime, and signs out. Returns the token.
 */
async function tokenFromPage(): Promise<string> {
  const link = await until('the printed link', () => /http\S+#sign-in=\S+/.exec(server.output.stdout)?.[0]);
  const page = await browsers[0]!.newPage(link);
  const press = (name: string) =>
    page.waitFor((wanted) => {
      const found = [...document.querySelectorAll<HTMLButtonElement>('button')].find(
        (button) => button.textContent?.trim() === wanted && !button.disabled,
      );
      found?.click();
      return found !== undefined;
    }, name);
  await press('Sign in');
  await page.waitFor(() => document.querySelector('nav a[href="#tokens"]'));
  await page.click('nav a[href="#tokens"]');
  await press('New token');
  await page.waitFor(() => document.querySelector('.token-form input'));
  await page.type('.token-form input', 'sync');
  for (const scope of ['memories:write', 'collections:read', 'collections:write'])
    await page.evaluate((wanted) => {
      const line = [...document.querySelectorAll('.token-form .choice-line')].find(
        (one) => one.querySelector('code')?.textContent === wanted,
      );
      line!.querySelector('input')!.click();
    }, scope);
  await press('Create token');
  await page.waitFor(() => document.querySelector('.fresh-token input'));
  const token = await page.evaluate(() => document.querySelector<HTMLInputElement>('.fresh-token input')!.value);
  await press('Sign out');
  await page.waitFor(() => document.querySelector('.sign-in input:not([type=checkbox])'));
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('This link');
  await page.close();
  return token;
}

test('two browsers sync with a token created on the server’s page, even after the user has signed out there', async () => {
  const token = await tokenFromPage();
  const { expiresAt } = (await new Commonplace({ baseUrl: server.url, token: server.token }).tokens.list()).tokens.find(
    ({ name }) => name === 'sync',
  )!;
  const days = (Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  const origin = new URL(server.url).origin;
  const profiles = [];
  for (const browser of browsers) {
    const profile = await syncingProfile(browser);
    await profile.check(origin, token);
    await profile.press('Start syncing');
    await profile.waitForText('both sides the same');
    profiles.push(profile);
  }
  const [laptop, desktop] = profiles;
  await laptop!.memories.memories.create({ content: 'Room twelve, Lisbon' });
  await laptop!.syncNow();
  await laptop!.waitForText('1 memory, both sides the same');
  // Opens the library before the memory arrives, so that it must show the memory without a reload.
  const library = await browsers[1]!.newPage(browsers[1]!.address('library.html'));
  await library.waitFor(() => document.querySelector('.library'));
  await desktop!.settings.bringToFront();
  await desktop!.syncNow();
  await library.bringToFront();
  await library.waitFor(() => document.querySelector('.memories')?.textContent?.includes('Room twelve, Lisbon'));
});

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { browserKind, launchBrowser } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { startServer } from '../../scripts/server/start.ts';
import { syncingProfile } from '../../scripts/sites/sync-settings.ts';

const unlimited = 'unlimited.html';

test('no page of the extension can reach the sync server, although the browser allows the extension to', async () => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const extension = await extensionWithHarness(browserKind());
  const pages = globSync('*.html', { cwd: extension }).sort();
  expect(pages).toEqual(expect.arrayContaining(['consent.html', 'library.html', 'popup.html', 'welcome.html']));
  withoutPolicy(extension);
  const browser = await launchBrowser({ extension });
  onTestFinished(() => browser.close());
  const here = await syncingProfile(browser);
  await here.check(server.url, server.token);
  await here.says('0 memories here');

  const reached: Record<string, string> = {};
  for (const path of [...pages, unlimited]) {
    const page = await browser.newPage(browser.address(path));
    reached[path] = await page.evaluate(reach, `${server.url}/memories`);
    await page.close();
  }
  // Control: without the pages' policy, the server responds that a token is needed.
  expect(reached).toEqual({ ...Object.fromEntries(pages.map((path) => [path, 'connect-src'])), [unlimited]: '401' });
});

/** Adds a page that has only the manifest's policy. */
function withoutPolicy(extension: string): void {
  const page = readFileSync(join(extension, 'welcome.html'), 'utf8');
  writeFileSync(join(extension, unlimited), page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
}

/** Runs in a page: the status of the response, or the part of the policy that blocks the request. */
async function reach(address: string): Promise<string> {
  const blocked = new Promise<string>((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
  });
  return Promise.race([
    blocked,
    fetch(address).then(
      ({ status }) => String(status),
      () => blocked,
    ),
  ]);
}

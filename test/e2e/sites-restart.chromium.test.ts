import { expect, test } from 'vitest';
import { launchBrowser, removeFolder, temporaryFolder } from '../../scripts/browsers/index.ts';
import { callIn, connectWithConsent, serveSite } from '../../scripts/sites/index.ts';

test('a site that loses the browser’s permission in a restart can be allowed again', async () => {
  const site = await serveSite();
  const profile = temporaryFolder('sites');
  // Each launch loads the extension again, which keeps the data but loses the permissions.
  let browser = await launchBrowser({ profile });
  try {
    for (const content of ['Soup', 'Bread']) {
      const page = await browser.newPage(site.origin);
      await connectWithConsent(browser, page, site.origin, ['memories:read', 'memories:write']);
      expect(await callIn(page, 'create', { content })).toHaveProperty('result');
      await browser.close();
      browser = await launchBrowser({ profile });
    }
  } finally {
    await browser.close();
    await site.close();
    removeFolder(profile);
  }
});

import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/browsers/find.ts';
import { launchWithExtension } from '../../scripts/browsers/launch-chromium.ts';
import { removeFolder, temporaryFolder } from '../../scripts/browsers/index.ts';

/** Loads the sample extension into a stand-in browser. Returns how it was loaded, and the popup's title. */
async function load(
  standIn: { drops?: string; refuses?: string },
  answerMs?: number,
): Promise<{ way: string; answeredAs: string }> {
  const profile = temporaryFolder('loading');
  try {
    const { browser, id, way } = await launchWithExtension({
      executable: resolve('test/support/stand-in-browser.mjs'),
      profile,
      extension: resolve('scripts/browsers/sample-extension'),
      headless: true,
      ...(answerMs !== undefined && { answerMs }),
      env: {
        STAND_IN_FOR: findChromium() ?? '',
        STAND_IN_DROPS: standIn.drops ?? '',
        STAND_IN_REFUSES: standIn.refuses ?? '',
      },
    });
    const page = await browser.newPage();
    await page.goto(`chrome-extension://${id}/popup.html`);
    const answeredAs = await page.title();
    await browser.close();
    return { way, answeredAs };
  } finally {
    removeFolder(profile);
  }
}

describe.skipIf(process.platform === 'win32')('npm start', () => {
  test('loads the extension over the debugging pipe if the browser ignores --load-extension, as branded Chrome does', async () => {
    expect(await load({ drops: '--load-extension' })).toEqual({ way: 'pipe', answeredAs: 'Sample popup' });
  });

  test('loads the extension with --load-extension if the browser refuses the command on the debugging pipe', async () => {
    expect(await load({ refuses: 'Extensions.loadUnpacked' })).toEqual({ way: 'flag', answeredAs: 'Sample popup' });
  });

  test('reports an error if the browser accepts neither --load-extension nor the command on the debugging pipe', async () => {
    await expect(load({ drops: '--load-extension', refuses: 'Extensions.loadUnpacked' }, 3_000)).rejects.toThrow(
      /can’t load the extension, neither over the debugging pipe \(.*Method not available.*\) nor from its command line/,
    );
  });
});

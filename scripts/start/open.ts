import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../browsers/folders.ts';
import { launchWithExtension } from '../browsers/launch-chromium.ts';
import { needsNoSandbox, sandboxWarning } from '../browsers/sandbox.ts';
import { say } from '../say.ts';
import { samplePages, serveSample } from '../tour/sample.ts';

/** Command-line switches that puppeteer adds for tests. Their effects, such as a banner, would disturb a user. */
const forTestsOnly = [
  '--enable-automation',
  '--disable-popup-blocking',
  '--disable-default-apps',
  '--disable-prompt-on-repost',
  '--force-color-profile=srgb',
];

/**
 * Opens a window with the extension, its welcome page and the sample pages. Waits until the user closes the window or
 * presses Ctrl-C.
 */
export async function openForUser(executable: string, extension: string): Promise<void> {
  const profile = ownProfile();
  const { browser, id, way } = await launchWithExtension({
    executable,
    profile,
    extension,
    headless: false,
    without: forTestsOnly,
  });
  if (needsNoSandbox()) say(sandboxWarning);
  const sample = await serveSample();
  const closed = new Promise<void>((resolve) => void browser.once('disconnected', () => resolve()));
  const end = () => void browser.close();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    const [page] = await browser.pages();
    await page?.goto(sample.origin);
    for (const path of samplePages) await (await browser.newPage()).goto(sample.origin + path);
    await (await browser.newPage()).goto(`chrome-extension://${id}/welcome.html`);
    say(
      `Commonplace is in this browser (loaded ${way === 'pipe' ? 'over the debugging pipe' : 'from the command line'}) and responding.`,
    );
    say(
      'Find its button behind the puzzle piece in the toolbar and pin it. The page in front lets you save and find something. The other tabs are a sample page, and two pages that use your memories if you let them.',
    );
    say(`Your memories are stored in ${profile} and will be there at the next \`npm start\`.`);
    say('Close the window or press Ctrl-C to quit.');
    await closed;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    await sample.close();
  }
}

function ownProfile(): string {
  const folder = join(dataFolder(), 'profile');
  mkdirSync(folder, { recursive: true });
  return folder;
}

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { findFirefox } from '../../scripts/browsers/find.ts';
import {
  launchFirefox,
  removeFolder,
  temporaryFolder,
  until,
  type FirefoxBrowser,
} from '../../scripts/browsers/index.ts';
import { copyToPack } from '../support/packable-extension.ts';

/**
 * Only some builds of Firefox install an unsigned extension for good: those with extended support, and nightly ones.
 */
const acceptsUnsigned = /esr|\da\d/.test(execFileSync(findFirefox() ?? '', ['--version'], { encoding: 'utf8' }));

const folder = temporaryFolder('first-install');
afterAll(() => removeFolder(folder));

/** Packs the extension, without its models, as this version. Returns the path of the package. */
function pack(version: string): string {
  const source = join(folder, version);
  copyToPack('firefox', source, version);
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const entries = paths.map((path) => [path.slice(source.length + 1).replaceAll(sep, '/'), readFileSync(path)]);
  const packed = join(folder, `${version}.xpi`);
  writeFileSync(packed, zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, { level: 0 }));
  return packed;
}

interface Chrome {
  ChromeUtils: { importESModule(address: string): { AddonManager: AddonManager } };
  Components: { classes: Record<string, { createInstance(type: unknown): { initWithPath(path: string): void } }> };
  Ci: Record<string, unknown>;
  Services: {
    prefs: { setBoolPref(name: string, value: boolean): void };
    wm: { getMostRecentWindow(type: string): { gBrowser: { tabs: Tab[] } } };
  };
}

interface AddonManager {
  getInstallForFile(file: unknown): Promise<{ install(): Promise<{ version: string; isActive: boolean }> }>;
}

interface Tab {
  linkedBrowser: { currentURI: { spec: string } };
}

/** Installs a package for good, as a user would. Runs in the browser. Returns the installed version. */
async function install(path: string): Promise<string> {
  const { ChromeUtils, Components, Ci, Services } = globalThis as unknown as Chrome;
  Services.prefs.setBoolPref('xpinstall.signatures.required', false);
  const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
  const file = Components.classes['@mozilla.org/file/local;1']!.createInstance(Ci['nsIFile']);
  file.initWithPath(path);
  return (await (await AddonManager.getInstallForFile(file)).install()).version;
}

/** The number of tabs that show the welcome page. */
const welcomePages = (browser: FirefoxBrowser): Promise<number> =>
  browser.inChrome(() => {
    const { Services } = globalThis as unknown as Chrome;
    const { tabs } = Services.wm.getMostRecentWindow('navigator:browser').gBrowser;
    return tabs.filter((tab) => tab.linkedBrowser.currentURI.spec.endsWith('/welcome.html')).length;
  });

test.skipIf(!acceptsUnsigned)('the welcome page opens once after an install, and not after an update', async () => {
  const browser = await launchFirefox({ extension: resolve('scripts/browsers/sample-extension') });
  try {
    expect(await browser.inChrome(install, pack('1.0.0'))).toBe('1.0.0');
    await until('the welcome page', async () => (await welcomePages(browser)) === 1);
    expect(await browser.inChrome(install, pack('1.0.1'))).toBe('1.0.1');
    // Firefox closes the extension's tabs when it updates the extension. If the update opened a tab, that tab would be
    // there after this wait.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await welcomePages(browser)).toBe(0);
  } finally {
    await browser.close();
  }
});

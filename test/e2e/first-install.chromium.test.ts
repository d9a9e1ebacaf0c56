import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/browsers/find.ts';
import { removeFolder, temporaryFolder, until } from '../../scripts/browsers/index.ts';
import { sandboxArguments } from '../../scripts/browsers/sandbox.ts';
import { copyToPack } from '../support/packable-extension.ts';

/*
 * The welcome page doesn't open for an extension that a test loads from a folder. This test therefore installs the
 * packed extension as a system package would: a file in the profile names it. Only unbranded Chromium on Linux reads
 * that file.
 */

const executable = findChromium() ?? '';
const readsProfile =
  process.platform === 'linux' && /^Chromium /m.test(execFileSync(executable, ['--version'], { encoding: 'utf8' }));

const folder = temporaryFolder('first-install');
afterAll(() => removeFolder(folder));

const [packed, source, key, profile] = ['packed.crx', 'source', 'source.pem', 'profile'].map((name) =>
  join(folder, name),
) as [string, string, string, string];

function pack(version: string, more: string[] = []): void {
  copyToPack('chromium', source, version);
  const args = [`--pack-extension=${source}`, ...more, `--user-data-dir=${folder}/packer`, '--headless=new'];
  execFileSync(executable, [...args, ...sandboxArguments()], { stdio: 'ignore' });
  renameSync(`${source}.crx`, packed);
}

/** The id of an extension with this key: the first half of the key's hash, with the letters a to p as digits. */
function idOf(pem: string): string {
  const publicKey = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('hex').slice(0, 32);
  return Array.from(hash, (digit) => String.fromCharCode('a'.charCodeAt(0) + Number.parseInt(digit, 16))).join('');
}

/** Makes the next start of the browser install this version of the packed extension. */
function offer(id: string, version: string): void {
  const external = join(profile, 'External Extensions');
  mkdirSync(external, { recursive: true });
  writeFileSync(join(external, `${id}.json`), JSON.stringify({ external_crx: packed, external_version: version }));
}

/** Runs in a page of the extension. */
function installedVersion(): string {
  const { chrome } = globalThis as unknown as { chrome: { runtime: { getManifest(): { version: string } } } };
  return chrome.runtime.getManifest().version;
}

/**
 * Starts the browser with the profile and waits until this version of the extension responds. Then waits until
 * `isReady` accepts the number of tabs that show the welcome page. Returns that number.
 */
async function welcomePagesAfterStart(
  id: string,
  version: string,
  isReady: (welcomePages: number) => boolean = () => true,
): Promise<number> {
  const browser = await puppeteer.launch({
    executablePath: executable,
    userDataDir: profile,
    pipe: true,
    enableExtensions: true,
    // Leaves out this switch, with which Chromium would install no extension by itself.
    ignoreDefaultArgs: ['--disable-default-apps'],
    args: [...sandboxArguments(), '--disable-gpu'],
  });
  try {
    const base = `chrome-extension://${id}/`;
    const page = await browser.newPage();
    await until(`version ${version}`, async () => {
      await page.goto(`${base}popup.html`);
      return (await page.evaluate(installedVersion)) === version;
    });
    // A page behind the welcome page draws nothing.
    await page.bringToFront();
    await until('the number of memories', () =>
      page.evaluate(() => document.querySelector('.footer')?.textContent?.includes('memor')),
    );
    const welcomePages = () => browser.targets().filter((target) => target.url() === `${base}welcome.html`).length;
    await until('the browser to be ready', () => isReady(welcomePages()));
    return welcomePages();
  } finally {
    await browser.close();
  }
}

test.skipIf(!readsProfile)(
  'the welcome page opens once after an install, and not at a restart or after an update',
  async () => {
    pack('1.0.0');
    const id = idOf(readFileSync(key, 'utf8'));
    offer(id, '1.0.0');
    expect(await welcomePagesAfterStart(id, '1.0.0', (welcomePages) => welcomePages > 0)).toBe(1);
    expect(await welcomePagesAfterStart(id, '1.0.0')).toBe(0);

    pack('1.0.1', [`--pack-extension-key=${key}`]);
    offer(id, '1.0.1');
    // Chromium unpacks an update while the old version runs. The update runs only after the browser's next start.
    const unpacked = join(profile, 'Default', 'Extensions', id, '1.0.1_0');
    expect(await welcomePagesAfterStart(id, '1.0.0', () => existsSync(unpacked))).toBe(0);
    expect(await welcomePagesAfterStart(id, '1.0.1')).toBe(0);
  },
);

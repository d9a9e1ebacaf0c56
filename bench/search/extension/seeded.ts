import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'vite';
import { launchChromium, removeFolder, temporaryFolder, until, type Page } from '../../../scripts/browsers/index.ts';
import { ask } from '../../../scripts/harness/index.ts';
import { firstAnswer } from './first-answer.ts';

const pollMs = 1_000;
/** The time limit for the first backup and its test. With 100,000 memories, they take some minutes. */
const backupMs = 1_200_000;

/** Adds a page to a built extension. The page fills the extension's database, or removes all token vectors. */
export async function addSeedPage(extension: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: extension,
      emptyOutDir: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'seed.ts'), formats: ['es'], fileName: () => 'seed.js' },
    },
  });
  writeFileSync(
    join(extension, 'seed.html'),
    '<!doctype html><title>Seeding</title><script type="module" src="/seed.js"></script>',
  );
}

/**
 * Creates a profile with `size` indexed memories. Waits until the extension has made and tested the day's backup, so
 * that the backup isn't measured.
 */
export async function seededProfile(extension: string, size: number, tokens?: 'tokens'): Promise<string> {
  const profile = temporaryFolder('bench-extension');
  await runSeedPage(extension, profile, `size=${size}${tokens ? '&tokens' : ''}`);
  await firstAnswer(extension, profile, 'keyword');
  const browser = await launchChromium({ extension, profile });
  try {
    const page = await browser.newPage(browser.address('popup.html'));
    await until('the day’s backup', async () => (await isBackedUp(page)) || pause(pollMs), backupMs);
  } finally {
    await browser.close();
  }
  return profile;
}

async function isBackedUp(page: Page): Promise<boolean> {
  const { backups } = await ask(page, { kind: 'engineState' });
  return backups?.tested !== undefined && backups.running === undefined;
}

/** Much faster than seeding another profile. */
export async function copyWithoutTokenVectors(extension: string, profile: string): Promise<string> {
  const copy = temporaryFolder('bench-extension');
  cpSync(profile, copy, { recursive: true });
  await runSeedPage(extension, copy, 'remove-tokens');
  return copy;
}

async function runSeedPage(extension: string, profile: string, query: string): Promise<void> {
  const seeding = withoutEngine(extension);
  const browser = await launchChromium({ extension: seeding, profile });
  try {
    const page = await browser.newPage(browser.address(`seed.html?${query}`));
    let title = await page.evaluate(() => document.title);
    while (title === 'Seeding') {
      await new Promise((resolve) => setTimeout(resolve, 500));
      title = await page.evaluate(() => document.title);
    }
    if (title !== 'seeded') throw new Error(title);
  } finally {
    await browser.close();
    removeFolder(seeding);
  }
}

/** Copies the extension without its background script, which would start an engine that opens the profile's files. */
function withoutEngine(extension: string): string {
  const folder = temporaryFolder('bench-seeding');
  cpSync(extension, folder, { recursive: true });
  writeFileSync(join(folder, 'background.js'), '');
  return folder;
}

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tryInWorker } from '../../scripts/try/in-worker.ts';
import { arcticS, libraryPath } from '../../src/embed/webllm/models.ts';
import { builtExtension, launchChromium, temporaryFolder, type Page } from '../support/browsers/index.ts';
import { extensionWithHarness } from '../support/harness/index.ts';
import { clientThrough } from '../support/harness/kept.ts';
import { foreignLibrary } from '../support/foreign-library.ts';

// The real package in its worker in a real browser, as far as it goes without weights: it loads, asks for an adapter, and says what went wrong.

function copyOfExtension(files: Record<string, Uint8Array | string>): string {
  const folder = temporaryFolder('webllm');
  cpSync(builtExtension('chromium'), folder, { recursive: true });
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  return folder;
}

async function withPage<Result>(extension: string, given: string[], work: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await launchChromium({ extension, arguments: given });
  try {
    return await work(await browser.newPage(browser.address('popup.html')));
  } finally {
    await browser.close();
  }
}

const load = (page: Page) => page.evaluate(tryInWorker, arcticS.worker, arcticS.model.id, [], []);
const webGpu = '--enable-unsafe-webgpu';

describe('web-llm in its worker', () => {
  test('says that there is no graphics adapter, and keeps no file then', async () => {
    await withPage(builtExtension('chromium'), ['--disable-gpu', '--disable-software-rasterizer'], async (page) => {
      expect((await load(page)).refused).toBe(`${arcticS.model.name} needs WebGPU, and this browser has no graphics adapter for it.`);
      expect(await page.evaluate(() => caches.keys())).toEqual([]);
    });
  });

  test('can not fetch in a build that has no library: the policy of its pages names nobody', async () => {
    await withPage(builtExtension('chromium'), [webGpu], async (page) => {
      expect((await load(page)).refused).toContain('Its files could not be fetched from huggingface.co.');
    });
  });

  test('says that a library of another version does not fit', async () => {
    const extension = copyOfExtension({ [libraryPath(arcticS.library)]: foreignLibrary() });
    await withPage(extension, [webGpu], async (page) => {
      await page.evaluate(async (address) => (await caches.open('webllm/config')).put(`${address}mlc-chat-config.json`, new Response('{}')), arcticS.download.address);
      expect((await load(page)).refused).toContain('Its library in this build does not fit this version of web-llm.');
    });
  });
});

test('the script of web-llm is not read by an engine that starts and searches', async () => {
  const extension = await extensionWithHarness('chromium');
  writeFileSync(join(extension, 'webllm.js'), "caches.open('webllm was read');");
  await withPage(extension, [], async (page) => {
    const client = clientThrough(page);
    await client.memories.create({ content: 'Room twelve, Lisbon: ask for the back.' });
    expect((await client.memories.search({ query: 'a quiet hotel in Lisbon' })).memories).toHaveLength(1);
    expect(await page.evaluate(() => caches.keys())).not.toContain('webllm was read');

    // This script never answers; the test ends before.
    load(page).catch(() => {});
    await page.waitFor(async () => (await caches.keys()).includes('webllm was read'));
  });
});

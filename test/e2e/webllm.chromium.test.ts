import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { tryInWorker } from '../../scripts/try/in-worker.ts';
import { arcticS } from '../../src/embed/webllm/models.ts';
import { launchChromium, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { foreignLibrary } from '../support/foreign-library.ts';
import { extensionWithLibrary } from '../support/stand-in-web-llm/index.ts';

// Tests the real package in its worker in a real browser, but without weights: it loads, requests a graphics adapter,
// and reports failures.

async function withPage<Result>(
  extension: string,
  args: string[],
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const browser = await launchChromium({ extension, arguments: args });
  try {
    return await work(await browser.newPage(browser.address('popup.html')));
  } finally {
    await browser.close();
  }
}

const load = (page: Page) => page.evaluate(tryInWorker, arcticS.worker, arcticS.model.id, [], []);
const webGpu = '--enable-unsafe-webgpu';

describe('web-llm in its worker', () => {
  let extension: string;

  beforeAll(async () => {
    extension = await extensionWithLibrary('real', foreignLibrary());
  });

  test('reports a missing graphics adapter, and stores no file', async () => {
    await withPage(extension, ['--disable-gpu', '--disable-software-rasterizer'], async (page) => {
      expect((await load(page)).refused).toBe(
        `${arcticS.model.name} needs WebGPU, and this browser has no suitable graphics adapter.`,
      );
      expect((await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('webllm'))).toEqual([]);
    });
  });

  test('downloads nothing if the page policy names no host', async () => {
    await withPage(extension, [webGpu], async (page) => {
      expect((await load(page)).refused).toContain('Couldn’t download its files from huggingface.co.');
    });
  });

  test('reports a model library that was built for another version of web-llm', async () => {
    await withPage(extension, [webGpu], async (page) => {
      await page.evaluate(
        async (address) =>
          (await caches.open('webllm/config')).put(`${address}mlc-chat-config.json`, new Response('{}')),
        arcticS.download.address,
      );
      expect((await load(page)).refused).toContain(
        'Its program file in this build doesn’t match this version of web-llm.',
      );
    });
  });
});

test('starting the engine and searching don’t load web-llm’s script', async () => {
  const extension = await extensionWithHarness('chromium');
  writeFileSync(join(extension, 'webllm.js'), "caches.open('webllm was read');");
  await withPage(extension, [], async (page) => {
    const client = clientThrough(page);
    await client.memories.create({ content: 'Room twelve, Lisbon: ask for the back.' });
    expect((await client.memories.search({ query: 'a quiet hotel in Lisbon' })).memories).toHaveLength(1);
    expect(await page.evaluate(() => caches.keys())).not.toContain('webllm was read');

    // This call never resolves; the test ends first.
    load(page).catch(() => {});
    await page.waitFor(async () => (await caches.keys()).includes('webllm was read'));
  });
});
